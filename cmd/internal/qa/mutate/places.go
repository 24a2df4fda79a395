// SPDX-License-Identifier: MIT

package main

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// place is one change: these bytes of the file become with.
type place struct {
	id       int // from 1, in the order of the files; 0 is the package as it is
	file     string
	line     int
	column   int
	from, to int
	was      string
	with     string
	in       *function // nil for what a package declares beside its functions
}

// function is a declared function.
type function struct {
	body           span
	line, lastLine int
	results        string // as they are written, "" for none
}

// span is a part of a file in bytes.
type span struct{ from, to int }

func (p place) String() string {
	short := func(s string) string {
		s = strings.Join(strings.Fields(s), " ")
		if len(s) > 80 {
			s = s[:80] + "..."
		}
		return s
	}
	with := cmp.Or(short(p.with), "nothing")
	return fmt.Sprintf("%s:%d:%d: %s -> %s", filepath.ToSlash(p.file), p.line, p.column, short(p.was), with)
}

// instead is what an operator becomes.
var instead = map[token.Token]token.Token{
	token.EQL: token.NEQ, token.NEQ: token.EQL, token.LSS: token.LEQ, token.LEQ: token.LSS, token.GTR: token.GEQ, token.GEQ: token.GTR,
	token.LAND: token.LOR, token.LOR: token.LAND, token.ADD: token.SUB, token.SUB: token.ADD, token.MUL: token.QUO, token.QUO: token.MUL,
}

// untouched are the calls that tests are not to notice: log lines and locks.
var untouched = []string{
	"Lock", "Unlock", "RLock", "RUnlock", "Debug", "Info", "Warn", "Error", "Log", "LogAttrs", "Done", "Helper", "panic",
}

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
	for i := range list {
		list[i].id = i + 1
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
	for _, decl := range file.Decls {
		v := visitor{name: name, src: src, set: set}
		if f, ok := decl.(*ast.FuncDecl); ok {
			if f.Body == nil {
				continue
			}
			v.in = &function{
				body: span{v.at(f.Body.Pos()), v.at(f.Body.End())},
				line: set.Position(f.Body.Pos()).Line, lastLine: set.Position(f.Body.End()).Line,
			}
			if f.Type.Results != nil {
				v.in.results = v.text(f.Type.Results)
			}
		}
		ast.Inspect(decl, v.visit)
		list = append(list, v.list...)
	}
	return list, nil
}

// visitor collects the changes of one declaration.
type visitor struct {
	name string
	src  []byte
	set  *token.FileSet
	in   *function
	list []place
}

func (v *visitor) at(p token.Pos) int { return v.set.Position(p).Offset }

func (v *visitor) text(n ast.Node) string { return string(v.src[v.at(n.Pos()):v.at(n.End())]) }

func (v *visitor) change(from, to token.Pos, with string) {
	at := v.set.Position(from)
	v.list = append(v.list, place{
		file: v.name, line: at.Line, column: at.Column, from: at.Offset, to: v.at(to),
		was: string(v.src[at.Offset:v.at(to)]), with: with, in: v.in,
	})
}

func (v *visitor) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.GenDecl:
		return n.Tok == token.CONST || n.Tok == token.VAR
	case *ast.DeferStmt, *ast.Field:
		return false
	case *ast.ExprStmt:
		if call, ok := n.X.(*ast.CallExpr); ok && slices.Contains(untouched, called(call)) {
			return false
		}
		v.change(n.Pos(), n.End(), "")
	case *ast.SendStmt, *ast.IncDecStmt:
		v.change(n.Pos(), n.End(), "")
	case *ast.BranchStmt:
		if n.Tok == token.CONTINUE && n.Label == nil {
			v.change(n.Pos(), n.End(), "")
		}
	case *ast.AssignStmt:
		v.assignment(n)
	case *ast.IfStmt:
		// An equation is negated as the operator that it is.
		if b, ok := n.Cond.(*ast.BinaryExpr); !ok || b.Op != token.EQL && b.Op != token.NEQ {
			v.change(n.Cond.Pos(), n.Cond.End(), "!("+v.text(n.Cond)+")")
		}
	case *ast.BinaryExpr:
		if with, ok := instead[n.Op]; ok {
			v.change(n.OpPos, n.OpPos+token.Pos(len(n.Op.String())), with.String())
		}
	case *ast.CaseClause:
		v.branch(n.Colon, n.Body)
	case *ast.CommClause:
		v.branch(n.Colon, n.Body)
	case *ast.ReturnStmt:
		v.result(n)
	case *ast.CallExpr:
		return v.call(n)
	case *ast.BasicLit:
		if i, err := strconv.ParseInt(n.Value, 0, 64); n.Kind == token.INT && err == nil {
			v.change(n.Pos(), n.End(), strconv.FormatInt(i+1, 10))
		}
	}
	return true
}

// called is the name of a called function or method.
func called(call *ast.CallExpr) string {
	switch f := call.Fun.(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		return f.Sel.Name
	}
	return ""
}

// assignment is left out; what is computed for it stays used.
func (v *visitor) assignment(n *ast.AssignStmt) {
	switch n.Tok {
	case token.DEFINE:
	case token.ASSIGN:
		blank := "_" + strings.Repeat(", _", len(n.Lhs)-1)
		if from, to := n.Lhs[0].Pos(), n.Lhs[len(n.Lhs)-1].End(); string(v.src[v.at(from):v.at(to)]) != blank {
			v.change(from, to, blank)
		}
	default:
		v.change(n.Pos(), n.End(), "")
	}
}

// branch of a switch or select does nothing.
func (v *visitor) branch(colon token.Pos, body []ast.Stmt) {
	if len(body) > 0 {
		v.change(colon+1, body[len(body)-1].End(), "")
	}
}

func (v *visitor) result(n *ast.ReturnStmt) {
	if len(n.Results) == 0 {
		v.change(n.Pos(), n.End(), "")
	}
	for _, r := range n.Results {
		switch t := v.text(r); {
		case t == "err" || strings.HasPrefix(t, "fmt.Errorf(") || strings.HasPrefix(t, "errors.Join("):
			v.change(r.Pos(), r.End(), "nil")
		case t == "true":
			v.change(r.Pos(), r.End(), "false")
		case t == "false":
			v.change(r.Pos(), r.End(), "true")
		}
	}
}

// call looks into a call: how much a make asks for beforehand is no behaviour, but
// for the length of a slice.
func (v *visitor) call(n *ast.CallExpr) bool {
	if called(n) != "make" {
		return true
	}
	if _, ok := n.Args[0].(*ast.ArrayType); ok && len(n.Args) > 1 {
		ast.Inspect(n.Args[1], v.visit)
	}
	return false
}
