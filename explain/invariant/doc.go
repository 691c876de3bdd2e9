// Package invariant proves that equations are invariants of a loop: that they
// hold where the loop begins and that every passage through it keeps them. The
// proof is exact membership in an ideal of polynomials; no values are tried.
//
// # Concepts
//
// The state of a program is a point: one value for each variable. A [Step] is
// one way through the body of the loop, from its head back to its head: a guard
// under which the step is taken, and assignments of polynomials. It makes a
// polynomial map σ of states. Each branch of an if is a step of its own, and so
// is each nested loop that is left or entered again on the way.
//
// The equations f₁ = 0, …, f_k = 0 are inductive together when
//
//   - each fᵢ is in the ideal of the equations that hold at the start, and
//   - for every step each fᵢ∘σ, the equation written in the values after the
//     step, is in the ideal ⟨f₁, …, f_k, g₁, …⟩, where g = 0 are the equations
//     among the guards: fᵢ∘σ = Σ hⱼ·fⱼ + Σ h'ⱼ·gⱼ.
//
// Then they hold whenever the program is at the head of the loop, for all inputs.
// The cofactors h are the certificate: the sum can be multiplied out. This is
// sound over every field and ring without zero divisors that contains the
// coefficients, so for integers of any size and for rational numbers; not for
// machine integers that overflow or for rounded floats. A division by 2 is
// multiplication by 1/2, so a program must divide even numbers there.
//
// A variable that no step assigns and no equation contains stands for any value:
// with k such a variable, a := b, b := a - k*b is a division with any quotient.
//
// Membership is sufficient and not necessary: equations may hold at all states
// without being in the ideal. Where it fails, [Prove] looks for a state that
// satisfies the equations and the guard and that the step takes out of them. Such
// a state shows that the equations are not inductive. Whether the program ever
// comes there is another question; often a further equation excludes it.
//
// # Steps as text
//
//	step       = [ "when" condition { "," condition } ";" ] group { ";" group }
//	group      = assignment { "," assignment }
//	assignment = name ( ":=" | "=" ) polynomial
//	condition  = polynomial ( "=" | "==" | "!=" | "<" | "<=" | ">" | ">=" ) polynomial
//
// The assignments of a group happen at once, as in Python: x := y, y := x is an
// exchange. Groups happen one after the other, as in C: x := x + 1; y := y + x uses
// the new x. A line end separates as a semicolon does.
//
// # Reference
//
// S. Sankaranarayanan, H. B. Sipma, Z. Manna, Non-linear loop invariant generation
// using Gröbner bases, POPL 2004: inductive assertions as ideals, section 2.3.
package invariant
