package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// place is one change: these bytes of the file become with.
type place struct {
	file     string
	line     int
	from, to int
	was      string
	with     string
}

func (p place) String() string {
	short := func(s string) string {
		s = strings.Join(strings.Fields(s), " ")
		if len(s) > 80 {
			s = s[:80] + "..."
		}
		return s
	}
	with := short(p.with)
	if with == "" {
		with = "nothing"
	}
	return fmt.Sprintf("%s:%d: %s -> %s", filepath.ToSlash(p.file), p.line, short(p.was), with)
}

// instead is what an operator becomes.
var instead = map[token.Token]token.Token{
	token.EQL: token.NEQ, token.NEQ: token.EQL, token.LSS: token.LEQ, token.LEQ: token.LSS, token.GTR: token.GEQ, token.GEQ: token.GTR,
	token.LAND: token.LOR, token.LOR: token.LAND, token.ADD: token.SUB, token.SUB: token.ADD, token.MUL: token.QUO, token.QUO: token.MUL,
}

// untouched are statements that tests are not to notice: log lines and locks.
var untouched = regexp.MustCompile(`\.(Lock|Unlock|RLock|RUnlock|Debug|Info|Warn|Error|Done|Helper)\(|^panic\(`)

// placesOf are the changes that a package's own files take.
func placesOf(dir string) ([]place, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil, err
	}
	var list []place
	for _, name := range files {
		src, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		if strings.HasSuffix(name, "_test.go") || strings.Contains(string(src), "DO NOT EDIT") {
			continue
		}
		found, err := placesIn(name, src)
		if err != nil {
			return nil, err
		}
		list = append(list, found...)
	}
	return list, nil
}

func placesIn(name string, src []byte) ([]place, error) {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, name, src, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	var list []place
	at := func(p token.Pos) int { return set.Position(p).Offset }
	change := func(from, to token.Pos, with string) {
		list = append(list, place{name, set.Position(from).Line, at(from), at(to), string(src[at(from):at(to)]), with})
	}
	text := func(n ast.Node) string { return string(src[at(n.Pos()):at(n.End())]) }
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GenDecl:
			return n.Tok == token.CONST || n.Tok == token.VAR
		case *ast.DeferStmt:
			return false
		case *ast.ExprStmt:
			if untouched.MatchString(text(n)) {
				return false
			}
			change(n.Pos(), n.End(), "")
		case *ast.SendStmt:
			change(n.Pos(), n.End(), "")
		case *ast.IncDecStmt:
			change(n.Pos(), n.End(), "")
		case *ast.AssignStmt:
			if n.Tok != token.DEFINE {
				names := make([]string, len(n.Lhs)) // what is computed stays used
				for i := range names {
					names[i] = "_"
				}
				if n.Tok == token.ASSIGN {
					change(n.Lhs[0].Pos(), n.Lhs[len(n.Lhs)-1].End(), strings.Join(names, ", "))
				} else {
					change(n.Pos(), n.End(), "")
				}
			}
		case *ast.IfStmt:
			change(n.Cond.Pos(), n.Cond.End(), "!("+text(n.Cond)+")")
		case *ast.BinaryExpr:
			if with, ok := instead[n.Op]; ok {
				change(n.OpPos, n.OpPos+token.Pos(len(n.Op.String())), with.String())
			}
		case *ast.CaseClause:
			if len(n.Body) > 0 {
				change(n.Colon+1, n.Body[len(n.Body)-1].End(), "")
			}
		case *ast.ReturnStmt:
			for _, r := range n.Results {
				switch t := text(r); {
				case t == "err" || strings.HasPrefix(t, "fmt.Errorf(") || strings.HasPrefix(t, "errors.Join("):
					change(r.Pos(), r.End(), "nil")
				case t == "true":
					change(r.Pos(), r.End(), "false")
				case t == "false":
					change(r.Pos(), r.End(), "true")
				}
			}
		case *ast.BasicLit:
			if v, err := strconv.ParseInt(n.Value, 0, 64); n.Kind == token.INT && err == nil {
				change(n.Pos(), n.End(), strconv.FormatInt(v+1, 10))
			}
		case *ast.ImportSpec, *ast.Field:
			return false
		}
		return true
	})
	return list, nil
}
