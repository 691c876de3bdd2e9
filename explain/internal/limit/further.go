package limit

// Further answers: checks, proofs, derivations.
const (
	CheckChance          float64 = 0.001  // probability: with which deviations of the noise alone are said not to be; TestCheckWithinNoise
	LearnedNoise         float64 = 1.05   // factor: that noise of two printed digits may be larger; TestCheckLearned
	BriefInteger         float64 = 1e8    // integer: from which on a coefficient of a refusal is written with an exponent; TestBrief
	NearlyAll            float64 = 0.95   // of the feet: at which the normals are independent, in the codimension of a zero set; TestRelate
	FactorLines          int     = 12     // lines: for each degree, that are tried to show an equation irreducible; TestCleanStays
	SquareLines          int     = 4      // lines: that are tried to show an equation free of squares, or two without a common factor; one fails by chance in 10^17; TestIrreducible
	CounterexampleTries  int     = 3000   // states: drawn at random in the search for a counterexample; TestProved
	ConsequenceMonomials int     = 300    // monomials: up to which consequences of equations are looked for by multiples of one degree more; TestStrongestOfManyColumns
	ProofPairs           int     = 20_000 // S-polynomials: of a Gröbner basis in a proof of invariance; TestProveBasis
	ProofCofactorPairs   int     = 400    // S-polynomials: of the slower algorithm that carries cofactors; TestProveBasis
	DerivePairs          int     = 5_000  // S-polynomials: of a Gröbner basis of axioms; TestDerive
	DeriveTerms          int     = 500    // terms: of a polynomial on the way; TestDerive
	DeriveDegree         int     = 60     // degree: of a polynomial on the way; TestDerive
	DeriveCofactorPairs  int     = 1_500  // S-polynomials: of the slower algorithm that carries cofactors; TestDerive
)
