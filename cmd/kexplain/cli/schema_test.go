package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// schemas are the reports that have a JSON Schema, by their types in package report.
var schemas = map[string]string{"learn": "Learn", "check": "Check"}

// TestSchemas holds docs/reference/*.schema.json to the types and comments of package
// report, from which -update writes them, and real reports to the schemas.
func TestSchemas(t *testing.T) {
	types := reportTypes(t)
	for command, root := range schemas {
		path := filepath.Join(top(t), "docs", "reference", command+".schema.json")
		schema := schemaOf(types, root)
		schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
		schema["title"] = "kexplain " + command + " --format json"
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
	}
	data := filepath.Join(top(t), "testdata")
	account := filepath.Join(t.TempDir(), "account.csv")
	require.NoError(t, os.WriteFile(account, []byte(accounts()), 0o666))
	for _, args := range [][]string{
		{"learn", filepath.Join(data, "boyle.csv"), "--explain"},
		{"learn", filepath.Join(data, "circle.csv")},
		{"learn", account},
		{"learn", filepath.Join(data, "boyle.csv"), "--target", "pressure"},
		{"check", "19/100*net = vat, net + vat = gross, net = 7", account},
		{"check", "x^2 + y^2 = 25", filepath.Join(data, "circle.csv"), "--noise", "x=0.1,y=0.1"},
	} {
		var out, errors bytes.Buffer
		status := run(context.Background(), streams{in: strings.NewReader(""), out: &out, err: &errors}, append(args, "--format", "json"))
		require.LessOrEqual(t, status, 1, "%v: %s", args, errors.String())
		var schema, report any
		text, err := os.ReadFile(filepath.Join(top(t), "docs", "reference", args[0]+".schema.json"))
		require.NoError(t, err)
		require.NoError(t, json.Unmarshal(text, &schema))
		require.NoError(t, json.Unmarshal(out.Bytes(), &report), "%v", args)
		assert.Empty(t, invalid(schema.(map[string]any), report, args[0]), "%v", args)
	}
	assert.NotEmpty(t, invalid(schemaOf(types, "Slip"), map[string]any{"line": "2", "more": 1.0}, "slip"), "the validator sees nothing")
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

// reportTypes are the structs of package report by name.
func reportTypes(t *testing.T) map[string]*ast.StructType {
	out := map[string]*ast.StructType{}
	files, err := filepath.Glob(filepath.Join(top(t), "cmd", "kexplain", "report", "*.go"))
	require.NoError(t, err)
	for _, path := range files {
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments)
		require.NoError(t, err)
		ast.Inspect(f, func(n ast.Node) bool {
			if spec, ok := n.(*ast.TypeSpec); ok {
				if s, ok := spec.Type.(*ast.StructType); ok {
					out[spec.Name.Name] = s
				}
			}
			return true
		})
	}
	return out
}

// schemaOf is the schema of a struct: its fields with the comments beside or above them.
func schemaOf(types map[string]*ast.StructType, name string) map[string]any {
	properties, required := map[string]any{}, []any{}
	for _, field := range types[name].Fields.List {
		if field.Tag == nil {
			continue
		}
		key, omitted := strings.CutSuffix(reflect.StructTag(strings.Trim(field.Tag.Value, "`")).Get("json"), ",omitempty")
		s := schemaOfType(types, field.Type)
		if text := strings.Join(strings.Fields(field.Comment.Text()+" "+field.Doc.Text()), " "); text != "" {
			s["description"] = text
		}
		if properties[key] = s; !omitted {
			required = append(required, key)
		}
	}
	return map[string]any{"type": "object", "properties": properties, "required": required, "additionalProperties": false}
}

func schemaOfType(types map[string]*ast.StructType, e ast.Expr) map[string]any {
	switch e := e.(type) {
	case *ast.StarExpr:
		s := schemaOfType(types, e.X)
		if one, is := s["type"].(string); is {
			s["type"] = []any{one, "null"}
		}
		return s
	case *ast.ArrayType:
		return map[string]any{"type": []any{"array", "null"}, "items": schemaOfType(types, e.Elt)}
	case *ast.MapType:
		return map[string]any{"type": []any{"object", "null"}, "additionalProperties": schemaOfType(types, e.Value)}
	case *ast.Ident:
		switch e.Name {
		case "string":
			return map[string]any{"type": "string"}
		case "bool":
			return map[string]any{"type": "boolean"}
		case "int", "int64", "uint64":
			return map[string]any{"type": "integer"}
		case "Float", "float64": // null where it is not finite
			return map[string]any{"type": []any{"number", "null"}}
		}
		return schemaOf(types, e.Name)
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
