// SPDX-License-Identifier: MIT

package proof

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/minehand/minehand/internal/budget"
	"github.com/minehand/minehand/internal/wholefile"
)

// Witness is somebody who judged a proof, and says so with a key of their own: another
// player who was there, or who keeps the server.
type Witness struct {
	Name string    `json:"name"`
	At   time.Time `json:"at"`
	// Key is the public one, and Signature is over what [Witness.said] says, both in base64.
	Key       []byte `json:"key"`
	Signature []byte `json:"signature"`
}

// Fingerprint is what two people compare: the first 16 characters of the key's SHA-256.
func (w *Witness) Fingerprint() string {
	s := sha256.Sum256(w.Key)
	return fmt.Sprintf("%x", s[:8])
}

// said is what a witness signs: the sum of the whole file, and who says so when.
func (w *Witness) said(sum string) []byte {
	return fmt.Appendf(nil, "minehand witness 1\n%s\n%q\n%s\n", sum, w.Name, w.At.UTC().Format(time.RFC3339Nano))
}

// holds reports whether the signature is over that sum.
func (w *Witness) holds(sum string) bool {
	return len(w.Key) == ed25519.PublicKeySize && ed25519.Verify(w.Key, w.said(sum), w.Signature)
}

// mostWitnesses bounds those of one file; mostWitnessName is how many bytes their names have.
const (
	mostWitnesses   = 16
	mostWitnessName = 64
)

// Sign adds a witness to a file that was read without a fault, and returns it anew. One who
// signed before signs again in the same place.
func Sign(text []byte, name string, key ed25519.PrivateKey) ([]byte, error) {
	if _, err := Read(text); err != nil {
		return nil, err
	}
	name = strings.Join(strings.Fields(name), " ")
	if name == "" || len(name) > mostWitnessName {
		return nil, fmt.Errorf("a witness needs a name of 1 to %d letters: --name", mostWitnessName)
	}
	var f file
	if err := budget.Proof.JSON(text, &f); err != nil {
		return nil, err
	}
	public, _ := key.Public().(ed25519.PublicKey)
	w := Witness{Name: name, At: time.Now().UTC().Round(time.Second), Key: public}
	w.Signature = ed25519.Sign(key, w.said(f.Sum))
	f.Witnesses = append(slices.DeleteFunc(f.Witnesses, func(o Witness) bool { return bytes.Equal(o.Key, w.Key) }), w)
	if len(f.Witnesses) > mostWitnesses {
		return nil, fmt.Errorf("%d have signed it already, which is all that a proof takes", mostWitnesses)
	}
	out, err := json.MarshalIndent(&f, "", " ")
	return append(out, '\n'), err
}

// Key reads the key of a witness, and makes it where there is none.
func Key(path string) (ed25519.PrivateKey, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		_, key, err := ed25519.GenerateKey(nil)
		if err != nil {
			return nil, err
		}
		return key, wholefile.Write(path, []byte(base64.StdEncoding.EncodeToString(key.Seed())+"\n"), 0o600)
	}
	if err != nil {
		return nil, err
	}
	seed, err := base64.StdEncoding.DecodeString(strings.TrimSpace(string(text)))
	if err != nil || len(seed) != ed25519.SeedSize {
		return nil, fmt.Errorf("%s holds no key of a witness: move it away for a new one, with which nobody knows you", path)
	}
	return ed25519.NewKeyFromSeed(seed), nil
}
