// Package classify tells classes of points apart by what vanishes on them:
// Classifier learns functions that are small on a class (CertifyingDistances,
// CertifyingValues) or principal features of all data (RightFeatures,
// LeftFeatures), and a linear rule on them (Logistic, Ridge, Nearest).
//
// Spanning points give every point coordinates in a learn.Frame, the same for
// all classes; features are computed from the coordinates. CrossValidate
// estimates the error on new data, Confusion counts decisions. learn.Save writes
// a model, Load reads it.
//
// References: DKL, section 3.7; CKI, section 5 (see package learn).
package classify
