// SPDX-License-Identifier: MIT

package game

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
)

// JSONFault says what is wrong with a JSON text in words that a person without
// the program's source understands. Other errors come back as they are.
func JSONFault(err error) error {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &kind):
		where := "it"
		if kind.Field != "" {
			where = fmt.Sprintf("%q", kind.Field[strings.LastIndexByte(kind.Field, '.')+1:])
		}
		return fmt.Errorf("%s must be %s, not %s", where, jsonKind(kind.Type), article(kind.Value))
	case errors.Is(err, io.ErrUnexpectedEOF), errors.As(err, &syntax) && syntax.Error() == "unexpected end of JSON input":
		return errors.New("it ends in the middle of the JSON")
	case errors.As(err, &syntax):
		return fmt.Errorf("it is no JSON from character %d on", syntax.Offset)
	}
	return err
}

// jsonKind is a Go type as JSON knows it.
func jsonKind(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Pointer:
		return jsonKind(t.Elem())
	case reflect.Bool:
		return "true or false"
	case reflect.String:
		return "a string"
	case reflect.Slice, reflect.Array:
		return "a list"
	case reflect.Map, reflect.Struct:
		return "an object"
	case reflect.Float32, reflect.Float64:
		return "a number"
	default:
	}
	return "a whole number"
}

// article is encoding/json's name of a value with its article.
func article(value string) string {
	switch value {
	case "array":
		return "a list"
	case "object":
		return "an object"
	case "bool":
		return "true or false"
	}
	return "a " + value
}
