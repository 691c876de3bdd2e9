package limit

// Write: what is printed.
const (
	MaxPrintedChange   float64 = 0.3  // of the residuals: that the digits of printed coefficients may cause: 0.3 make the rms distance larger by 5 %; TestFaithfulDigits
	MaxExtraDigits     int     = 8    // digits: beyond those that the error of a coefficient leaves; TestFaithfulDigits
	FurtherTerms       int     = 4    // terms: from which a further curved equation of decimals may only follow the rows, and any may follow an elementary function: of the everyday tables, density and polar printed one without a doubt; TestFurtherDecimals
	MinLikely          float64 = 0.5  // probability: of a curve of two decimals and more, from which on it stays beside linear equations, with its doubt; TestMerelyFollows
	FewConstants       int     = 4    // measured constants: of an equation, up to which a list of derived columns is taken for it; TestFewConstants
	MaxBehind          float64 = 4    // nats: by which a curve of FurtherTerms decimals may be behind rows without a law, and is not refused: odds of fifty; TestBehind
	MinEstimate        float64 = 2    // standard errors: a printed coefficient nearer to 0 is not determined; TestUndetermined
	MonomialsPerSecond float64 = 8000 // monomials times columns: that a search gets through in a second of one core: 33 columns of degree 2 take 2.6 s, 40 take 5 s, and about four times as long where they have common causes; TestEstimate
	SpectrumMonomials  int     = 150  // monomials: up to which the noise-unit spectrum is computed: a dense eigenproblem; TestLearnVarieties
	SpectrumShown      int     = 8    // values: of the noise-unit spectrum that are kept; TestLearnVarieties
	StepCandidates     int     = 5    // candidates: that the steps list; TestLearnVarieties
	TermsShown         int     = 6    // terms: of a candidate that a refusal spells out; TestRefusalText
	SamplesPerMonomial int     = 4    // points: that stand for all at first in the comparison with the ideal of the points; TestBaseline
	MaxConditions      int     = 100  // points: whose ideal is written down; a hundred take a tenth of a second; TestBaseline
	MaxPairs           int     = 2000 // pairs: for a Gröbner basis of the generators; three quartics take some hundred; TestBaseline
	ExtraDegree        int     = 3    // times the degree: of the search that such a basis may need; TestBaseline
)
