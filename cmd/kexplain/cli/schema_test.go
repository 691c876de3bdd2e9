package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// schemas are the reports that have a JSON Schema: the folder of their types, the type, and
// command lines whose reports must be as the schema says.
var schemas = map[string]struct {
	folder, root string
	lines        []string
}{
	"learn": {"cmd/kexplain/report", "Learn", []string{
		"learn testdata/boyle.csv --explain", "learn testdata/circle.csv", "learn ACCOUNT", "learn testdata/boyle.csv --target pressure",
	}},
	"check": {"cmd/kexplain/report", "Check", []string{
		"check '19/100*net = vat, net + vat = gross, net = 7' ACCOUNT", "check 'x^2 + y^2 = 25' testdata/circle.csv --noise x=0.1,y=0.1",
	}},
	"ideal": {"cmd/kexplain/report", "idealKeys", []string{
		"ideal testdata/circle.csv", "ideal testdata/circle.csv --degree 2", "ideal testdata/circle.csv --modulo 101",
		"ideal testdata/circle.csv --normal-form x^3 --contains x^2+y^2-25",
	}},
	"derive": {"cmd/kexplain/report", "Derive", []string{
		"derive testdata/newton.txt --target a,T", "derive testdata/newton.txt testdata/planets.csv --target a,T",
	}},
	"inductive": {"cmd/kexplain/report", "Inductive", []string{
		"inductive 's = a^2' --init 'a=0, s=0' --step 's = s+2*a+1; a = a+1'", "inductive 's = a' --init 'a=0, s=0' --step 's = s+2*a+1; a = a+1'",
	}},
	"conserved":  {"cmd/kexplain/report", "Conserved", []string{"learn ORBIT --groups trial"}},
	"compare":    {"cmd/kexplain/report", "Compare", []string{"compare testdata/circle.csv --truth 'x^2+y^2=25'"}},
	"classify":   {"cmd/kexplain/report", "Classify", []string{"classify testdata/iris.csv --label species"}},
	"cluster":    {"cmd/kexplain/report", "Cluster", []string{"cluster testdata/iris.csv --classes 3 --label species"}},
	"fit":        {"cmd/kexplain/report", "Fit", []string{"fit testdata/boyle.csv --target pressure"}},
	"avica":      {"cmd/kexplain/report", "AVICA", []string{"learn testdata/circle.csv --method avica --features"}},
	"complex":    {"cmd/kexplain/report", "Complex", []string{"learn ROOTS --complex a:b --degree 3 --method avica", "learn ROOTS --complex a:b"}},
	"verify":     {"duality/theorems", "jsonReport", []string{"verify DKL-16 --instances 20"}},
	"conjecture": {"cmd/kexplain/report", "Conjecture", []string{"verify --conjecture testdata/rank.conjecture --instances 20"}},
	"recheck":    {"cmd/kexplain/report", "Recheck", []string{"verify --instance testdata/certificate.json"}},
	"experiment": {"cmd/kexplain/experiment", "Report", []string{"experiment circle"}},
}

// TestSchemas holds docs/reference/*.schema.json to the types of the reports and their
// comments, from which -update writes them, and real reports to the schemas.
func TestSchemas(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long under the race detector")
	}
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o666))
		return path
	}
	replace := strings.NewReplacer(
		"ACCOUNT", file("account.csv", accounts()), "ORBIT", file("orbit.csv", orbits()),
		"ROOTS", file("roots.csv", "a,b\n"+strings.Repeat("0,1\n0,-1\n", 4)))
	for name, of := range schemas {
		types := reportTypes(t, of.folder)
		path := filepath.Join(top(t), "docs", "reference", name+".schema.json")
		schema := types.schemaOf(filepath.Base(of.folder), of.root)
		schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
		schema["title"] = "kexplain/" + name + "/1"
		var b bytes.Buffer
		e := json.NewEncoder(&b)
		e.SetEscapeHTML(false)
		e.SetIndent("", " ")
		require.NoError(t, e.Encode(schema))
		if *update {
			require.NoError(t, os.WriteFile(path, b.Bytes(), 0o666))
		}
		want, err := os.ReadFile(path)
		require.NoError(t, err)
		assert.Equal(t, string(want), b.String(), "%s is not that of the types: go test ./cmd/kexplain/cli -run TestSchemas -update", path)
		require.NotEmpty(t, of.lines)
		for _, line := range of.lines {
			status, out, stderr := call(t, "", append(shellWords(t, replace.Replace(line)), "--format", "json")...)
			require.LessOrEqual(t, status, 1, "%s: %s", line, stderr)
			var schema, report any
			require.NoError(t, json.Unmarshal(want, &schema))
			require.NoError(t, json.Unmarshal([]byte(out), &report), "%s: %s", line, stderr)
			assert.Empty(t, invalid(schema.(map[string]any), report, name), line)
			assert.Equal(t, "kexplain/"+name+"/1", report.(map[string]any)["schema"])
		}
	}
	types := reportTypes(t, "cmd/kexplain/report")
	assert.NotEmpty(t, invalid(types.schemaOf("report", "Slip"), map[string]any{"line": "2", "more": 1.0}, "slip"), "the validator sees nothing")
}

// orbits are points of three circles about the origin, told apart by the column trial.
func orbits() string {
	var b strings.Builder
	b.WriteString("trial,x,y\n")
	for trial := range 3 {
		for i := range 40 {
			angle := float64(i*(7+trial)) / 10
			r := float64(trial + 1)
			fmt.Fprintf(&b, "%d,%.6f,%.6f\n", trial, r*math.Cos(angle), r*math.Sin(angle))
		}
	}
	return b.String()
}

// accounts are amounts in cents with a tax of 19 %, one of which is wrong.
func accounts() string {
	var b strings.Builder
	b.WriteString("net,vat,gross\n")
	for i := range int64(60) {
		net := 1000 + i*i*7919%400_009
		vat := (net*19 + 50) / 100
		if i == 40 {
			vat += 900
		}
		fmt.Fprintf(&b, "%d.%02d,%d.%02d,%d.%02d\n", net/100, net%100, vat/100, vat%100, (net+vat)/100, (net+vat)%100)
	}
	return b.String()
}

// structs are those of reports by package and name.
type structs map[string]*ast.StructType

// reportTypes are the structs of a folder, and those of the packages that others use.
func reportTypes(t *testing.T, folder string) structs {
	out := structs{}
	for _, folder := range []string{folder, "cmd/kexplain/report", "duality/theorems"} {
		files, err := filepath.Glob(filepath.Join(top(t), folder, "*.go"))
		require.NoError(t, err)
		for _, path := range files {
			f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments)
			require.NoError(t, err)
			ast.Inspect(f, func(n ast.Node) bool {
				if spec, ok := n.(*ast.TypeSpec); ok {
					if s, ok := spec.Type.(*ast.StructType); ok {
						out[filepath.Base(folder)+"."+spec.Name.Name] = s
					}
				}
				return true
			})
		}
	}
	return out
}

// schemaOf is the schema of a struct: its fields with the comments beside or above them.
func (all structs) schemaOf(pkg, name string) map[string]any {
	properties, required := map[string]any{}, []any{}
	for _, field := range all[pkg+"."+name].Fields.List {
		if field.Tag == nil {
			continue
		}
		key, omitted := strings.CutSuffix(reflect.StructTag(strings.Trim(field.Tag.Value, "`")).Get("json"), ",omitempty")
		s := all.schemaOfType(pkg, field.Type)
		if text := strings.Join(strings.Fields(field.Comment.Text()+" "+field.Doc.Text()), " "); text != "" {
			s["description"] = text
		}
		if properties[key] = s; !omitted {
			required = append(required, key)
		}
	}
	return map[string]any{"type": "object", "properties": properties, "required": required, "additionalProperties": false}
}

func (all structs) schemaOfType(pkg string, e ast.Expr) map[string]any {
	switch e := e.(type) {
	case *ast.StarExpr:
		s := all.schemaOfType(pkg, e.X)
		if one, is := s["type"].(string); is {
			s["type"] = []any{one, "null"}
		}
		return s
	case *ast.ArrayType:
		return map[string]any{"type": []any{"array", "null"}, "items": all.schemaOfType(pkg, e.Elt)}
	case *ast.MapType:
		return map[string]any{"type": []any{"object", "null"}, "additionalProperties": all.schemaOfType(pkg, e.Value)}
	case *ast.SelectorExpr:
		return all.schemaOfType(e.X.(*ast.Ident).Name, e.Sel)
	case *ast.Ident:
		switch e.Name {
		case "string", "Verdict":
			return map[string]any{"type": "string"}
		case "bool":
			return map[string]any{"type": "boolean"}
		case "int", "int64", "uint64":
			return map[string]any{"type": "integer"}
		case "Float", "float64": // null where it is not finite
			return map[string]any{"type": []any{"number", "null"}}
		case "Cell": // of a table of an experiment
			return map[string]any{"type": []any{"number", "string"}}
		case "any": // as the notation of instance files has it
			return map[string]any{"type": []any{"object", "array", "string", "number", "integer", "boolean", "null"}, "additionalProperties": true}
		case "Certificate", "Instance": // an instance file, which verify --instance reads
			return map[string]any{"type": []any{"object", "null"}, "additionalProperties": true}
		}
		return all.schemaOf(pkg, e.Name)
	}
	panic(fmt.Sprintf("no schema for %T", e))
}

// invalid lists how a value breaks a schema of the keywords that schemaOf uses.
func invalid(schema map[string]any, v any, at string) (problems []string) {
	types, ok := schema["type"].([]any)
	if !ok {
		types = []any{schema["type"]}
	}
	is := func(name string) bool { return slices.Contains(types, any(name)) }
	switch v := v.(type) {
	case nil:
		ok = is("null")
	case bool:
		ok = is("boolean")
	case string:
		ok = is("string")
	case float64:
		ok = is("number") || is("integer") && v == float64(int64(v))
	case []any:
		ok = is("array")
		for i, x := range v {
			if items, is := schema["items"].(map[string]any); is {
				problems = append(problems, invalid(items, x, fmt.Sprintf("%s[%d]", at, i))...)
			}
		}
	case map[string]any:
		ok = is("object")
		properties, _ := schema["properties"].(map[string]any)
		required, _ := schema["required"].([]any)
		for _, key := range required {
			if _, there := v[key.(string)]; !there {
				problems = append(problems, fmt.Sprintf("%s: no %s", at, key))
			}
		}
		if schema["additionalProperties"] == true {
			break
		}
		for key, x := range v {
			s, known := properties[key].(map[string]any)
			if !known {
				if s, known = schema["additionalProperties"].(map[string]any); !known {
					problems = append(problems, fmt.Sprintf("%s: %s is not in the schema", at, key))
					continue
				}
			}
			problems = append(problems, invalid(s, x, at+"."+key)...)
		}
	}
	if !ok {
		problems = append(problems, fmt.Sprintf("%s: %T, not %v", at, v, types))
	}
	return problems
}
