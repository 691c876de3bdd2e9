package theorems

import "encoding/json"

// Reference instances on invariant kernels, regression and validity.

func rotationKind(c *Case, _ json.RawMessage) answers {
	m, x, y := c.integer("m"), c.vec("x"), c.vec("y")
	X, Y := tensorPower(x, m), tensorPower(y, m)
	return answers{
		"iota":              dot(X, Y),
		"squared_distance":  norm2(minus(X, Y)),
		"printed_numerator": sub(add(pow(norm2(x), m), pow(norm2(y), m)), pow(dot(x, y), m)),
	}
}

func scaleKind(c *Case, _ json.RawMessage) answers {
	x, y := c.vec("x"), c.vec("y")
	r, okR := squareRoot(norm2(x))
	s, okS := squareRoot(norm2(y))
	if !okR || !okS {
		c.fail("a length is not rational")
	}
	iota, projective := div(dot(x, y), mul(r, s)), projectiveProduct(x, y)
	X, Y := times(div(one, norm2(x)), outer(x, x)), times(div(one, norm2(y)), outer(y, y))
	return answers{
		"iota_scale": iota, "iota_projective": projective,
		"squared_distance_scale":      norm2(minus(times(div(one, r), x), times(div(one, s), y))),
		"squared_distance_projective": norm2(minus(X, Y)),
	}
}

func projectiveKind(c *Case, _ json.RawMessage) answers {
	x, y := c.vec("x"), c.vec("y")
	return answers{"iota": projectiveProduct(x, y), "printed_product": pow(dot(x, y), 2)}
}

func anovaKind(c *Case, raw json.RawMessage) answers {
	var file struct {
		Pairs []json.RawMessage `json:"pairs"`
	}
	if json.Unmarshal(raw, &file) != nil || len(file.Pairs) == 0 {
		c.fail("no pairs")
	}
	var grams []Vector
	values := Vector{}
	for _, raw := range file.Pairs {
		value, err := parseList(raw)
		pair, ok := value.(Points)
		if err != nil || !ok || len(pair) != 2 {
			c.fail("a pair is not two points")
		}
		x, y := pair[0], pair[1]
		grams = append(grams, Vector{norm2(x), dot(x, y), norm2(y)})
		values = append(values, anova(x, y))
	}
	equal := true
	for _, g := range grams {
		equal = equal && same(g, grams[0])
	}
	return answers{"same_gram": equal, "values": values}
}

func ridgeKind(c *Case, _ json.RawMessage) answers {
	w, derivative := ridge(c)
	return answers{"w": w, "alpha": times(div(whole(-1), mul(whole(2), c.num("lambda"))), derivative)}
}

// representerKind is ridge regression on one sample of one coordinate.
func representerKind(c *Case, _ json.RawMessage) answers {
	x, y, lambda := c.num("x"), c.num("y"), c.num("lambda")
	w := div(mul(x, y), add(mul(x, x), lambda))
	derivative := mul(whole(-2), sub(y, mul(w, x)))
	printed := div(derivative, mul(whole(2), lambda))
	return answers{"alpha": neg(printed), "alpha_printed_8": printed}
}

func psdKind(c *Case, _ json.RawMessage) answers { return answers{"psd": psd(c.mat("matrix"))} }

func expFeaturesKind(c *Case, _ json.RawMessage) answers {
	a := c.num("a")
	squares := Vector{}
	for i := range 4 {
		squares = append(squares, div(pow(a, i), factorial(i)))
	}
	printed := append(Vector{}, squares...)
	printed[2] = div(a, whole(2))
	return answers{"squared_coefficients": squares, "printed_squared": printed}
}
