// SPDX-License-Identifier: MIT

package detect

import (
	"cmp"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/minehand/minehand/internal/pattern"
)

// kind is what a process is, as far as Minecraft goes.
type kind string

const (
	kindNone     kind = "" // nothing to do with Minecraft
	kindClient   kind = "client"
	kindServer   kind = "server"
	kindLauncher kind = "launcher" // starts Minecraft
	kindWrapper  kind = "wrapper"  // stays while what it started is the game
)

// reading is what a command line says. Nothing in it is a whole argument but
// paths, which are only opened and named by their last part.
type reading struct {
	kind    kind
	bedrock bool
	// version of the game; hint is a guess from a folder's name.
	version, hint string
	loader        string
	loaderVersion string
	launcher      string
	// piped: the launcher gives the game its arguments on standard input, so that
	// the instance's folder has to tell them (Prism, MultiMC).
	piped bool
	// within: argv[0] is a program that becomes, or starts, what follows it.
	within bool
	// instanceDir is the launcher's folder of this instance, gameDir where the
	// game keeps its files. Either may be empty.
	instanceDir, gameDir string
	// serverJar: a jar of a common name, which is a server when its folder is
	// one's.
	serverJar bool
	// argumentFiles are Java's @files when no main class stood beside them.
	argumentFiles []string
}

// Loaders, as they are told.
const (
	vanilla  = "vanilla"
	forge    = "forge"
	neoforge = "neoforge"
	fabric   = "fabric"
	quilt    = "quilt"
	lunar    = "lunar"
	paper    = "paper"
)

// mainClass is what the class that Java starts tells.
type mainClass struct {
	kind   kind
	loader string // as far as the class alone tells
	piped  bool
	// before: the real main class is the next argument.
	before   bool
	launcher string
}

// mainClasses are the classes that Minecraft is started with.
var mainClasses = map[string]mainClass{
	"net.minecraft.client.main.Main":                              {kind: kindClient, loader: vanilla},
	"net.minecraft.client.Minecraft":                              {kind: kindClient, loader: vanilla}, // before 1.6
	"net.minecraft.launchwrapper.Launch":                          {kind: kindClient},                  // a tweaker is the loader
	"cpw.mods.modlauncher.Launcher":                               {kind: kindClient, loader: forge},
	"cpw.mods.bootstraplauncher.BootstrapLauncher":                {kind: kindClient, loader: forge},
	"net.minecraftforge.bootstrap.ForgeBootstrap":                 {kind: kindClient, loader: forge},
	"net.neoforged.fml.startup.Client":                            {kind: kindClient, loader: neoforge},
	"net.fabricmc.loader.impl.launch.knot.KnotClient":             {kind: kindClient, loader: fabric},
	"net.fabricmc.loader.launch.knot.KnotClient":                  {kind: kindClient, loader: fabric},
	"org.quiltmc.loader.impl.launch.knot.KnotClient":              {kind: kindClient, loader: quilt},
	"com.moonsworth.lunar.patcher.LunarMain":                      {kind: kindClient, loader: lunar, launcher: "Lunar Client"},
	"com.moonsworth.lunar.genesis.Genesis":                        {kind: kindClient, loader: lunar, launcher: "Lunar Client"},
	"com.modrinth.theseus.MinecraftLaunch":                        {before: true, launcher: "Modrinth App"},
	"org.prismlauncher.EntryPoint":                                {kind: kindClient, piped: true, launcher: "Prism Launcher"},
	"org.multimc.EntryPoint":                                      {kind: kindClient, piped: true, launcher: "MultiMC"},
	"org.polymc.EntryPoint":                                       {kind: kindClient, piped: true, launcher: "PolyMC"},
	"net.minecraft.server.Main":                                   {kind: kindServer, loader: vanilla},
	"net.minecraft.server.MinecraftServer":                        {kind: kindServer, loader: vanilla},
	"net.minecraft.bundler.Main":                                  {kind: kindServer, loader: vanilla},
	"org.bukkit.craftbukkit.Main":                                 {kind: kindServer, loader: "craftbukkit"},
	"org.bukkit.craftbukkit.bootstrap.Main":                       {kind: kindServer, loader: "craftbukkit"},
	"io.papermc.paperclip.Main":                                   {kind: kindServer, loader: paper},
	"io.papermc.paperclip.Paperclip":                              {kind: kindServer, loader: paper},
	"net.neoforged.fml.startup.Server":                            {kind: kindServer, loader: neoforge},
	"net.minecraftforge.server.ServerMain":                        {kind: kindServer, loader: forge},
	"net.fabricmc.loader.impl.launch.knot.KnotServer":             {kind: kindServer, loader: fabric},
	"net.fabricmc.loader.launch.knot.KnotServer":                  {kind: kindServer, loader: fabric},
	"net.fabricmc.loader.launch.server.FabricServerLauncher":      {kind: kindServer, loader: fabric},
	"net.fabricmc.loader.impl.launch.server.FabricServerLauncher": {kind: kindServer, loader: fabric},
	"net.fabricmc.installer.ServerLauncher":                       {kind: kindServer, loader: fabric},
	"org.quiltmc.loader.impl.launch.knot.KnotServer":              {kind: kindServer, loader: quilt},
	"org.quiltmc.loader.impl.launch.server.QuiltServerLauncher":   {kind: kindServer, loader: quilt},
}

// natives are programs that are Minecraft without Java, by their file's name.
var natives = map[string]reading{
	"minecraft.windows":   {kind: kindClient, bedrock: true},
	"mcpelauncher-client": {kind: kindClient, bedrock: true, launcher: "mcpelauncher"},
	"bedrock_server":      {kind: kindServer, bedrock: true},
}

// becoming are programs that run the command after them in their own place, and
// staying those that go on beside it, so that the command is another process.
var (
	becoming = []string{
		"gamemoderun", "mangohud", "prime-run", "primusrun", "optirun", "env", "nice", "ionice",
		"taskset", "nohup", "setsid", "chrt", "numactl", "stdbuf", "time", "strangle", "obs-gamecapture",
	}
	staying = []string{
		"screen", "tmux", "sh", "bash", "zsh", "fish", "dash", "cmd", "powershell", "pwsh", "sudo", "su", "runuser",
		"script", "gamescope", "systemd-run", "firejail", "bwrap", "docker",
	}
)

// withValue are the options of the java program whose value is the next
// argument.
var withValue = []string{
	"-cp", "-classpath", "--class-path", "-p", "--module-path", "--upgrade-module-path", "--add-modules",
	"--enable-native-access", "--limit-modules", "--add-exports", "--add-opens", "--add-reads", "--patch-module", "--source",
}

// read tells what the command line is. It is pure; files and folders are looked
// at by settle.
func read(a Arguments) reading {
	argv := a.argv
	if len(argv) == 0 {
		return reading{}
	}
	name := program(argv[0])
	if r, ok := natives[name]; ok {
		return r
	}
	switch {
	case isJava(name):
		return readJava(argv[1:])
	case slices.Contains(becoming, name):
		at := slices.IndexFunc(argv, func(a string) bool { return isJava(program(a)) })
		if at < 0 {
			return reading{}
		}
		r := readJava(argv[at+1:])
		r.within = true
		return r
	case slices.Contains(staying, name):
		return reading{kind: kindWrapper}
	}
	return reading{}
}

func isJava(name string) bool { return name == "java" || name == "javaw" }

// program is the name of a program's file, of either kind of path, in lower case and without .exe.
func program(file string) string {
	return strings.TrimSuffix(strings.ToLower(last(file)), ".exe")
}

// slashed writes a path with forward slashes, whatever system it is of.
func slashed(file string) string { return strings.ReplaceAll(file, `\`, "/") }

// last is the last part of a path.
func last(file string) string { return path.Base(strings.TrimRight(slashed(file), "/")) }

// parent is the folder that a path lies in, written as the path is.
func parent(file string) string {
	file = strings.TrimRight(file, `/\`)
	return strings.TrimRight(file[:strings.LastIndexAny(file, `/\`)+1], `/\`)
}

// java is a command line of the java program, taken apart.
type java struct {
	properties map[string]string // -Dname=value
	classPath  string            // and module path, with forward slashes
	files      []string          // @files before the main class
	main, jar  string
	rest       []string // the program's own arguments
}

// emulation is what Fabric puts before its own main class so that launchers
// that look for the game's find it; where a list of arguments was split at its
// blanks the value stands apart.
const emulation, emulated = "FabricMcEmu", "net.minecraft.client.main.Main"

func takeApart(args []string) java {
	j := java{properties: map[string]string{}}
	for i := 0; i < len(args); i++ {
		a := args[i]
		value := func() string {
			if i++; i < len(args) {
				return args[i]
			}
			return ""
		}
		switch {
		case a == "":
		case a == "-jar":
			j.jar = value()
			j.rest = args[min(i+1, len(args)):]
			return j
		case a == "-m" || a == "--module":
			_, j.main, _ = strings.Cut(value(), "/")
			j.rest = args[min(i+1, len(args)):]
			return j
		case strings.HasPrefix(a, "-D"):
			name, v, _ := strings.Cut(a[2:], "=")
			j.properties[name] = v
			if name == emulation && v == "" && i+1 < len(args) && args[i+1] == emulated {
				i++
			}
		case slices.Contains(withValue, a):
			v := slashed(value())
			if strings.Contains(a, "path") || a == "-cp" || a == "-p" {
				j.classPath += ";" + v
			}
		case strings.HasPrefix(a, "-"):
		case strings.HasPrefix(a, "@"):
			j.files = append(j.files, a[1:])
		default:
			j.main, j.rest = a, args[i+1:]
			return j
		}
	}
	return j
}

// own returns the value of one of the game's own arguments, up to the next.
func (j java) own(name string) string {
	at := slices.Index(j.rest, name)
	if at < 0 {
		return ""
	}
	value := j.rest[at+1:]
	if end := slices.IndexFunc(value, func(a string) bool { return strings.HasPrefix(a, "--") }); end >= 0 {
		value = value[:end]
	}
	return strings.TrimSpace(strings.Join(value, " "))
}

func readJava(args []string) reading {
	j := takeApart(args)
	class, known := mainClasses[j.main]
	launcher := class.launcher
	if class.before && len(j.rest) > 0 {
		j.main, j.rest = j.rest[0], j.rest[1:]
		class, known = mainClasses[j.main]
	}
	r := reading{kind: class.kind, loader: class.loader, piped: class.piped, launcher: cmp.Or(launcher, class.launcher)}
	switch {
	case known:
	case j.jar != "":
		r = readJar(j)
	case len(j.files) > 0: // what looks like a main class is an argument then
		r.argumentFiles = j.files
		j.classPath += ";" + slashed(strings.Join(j.files, ";"))
		if r.ofLibraries(j.classPath); r.loader != "" && strings.Contains(j.classPath, "_args.txt") {
			r.kind, r.argumentFiles = kindServer, nil
		}
		return r
	}
	if r.kind != kindClient && r.kind != kindServer && !r.serverJar {
		return r
	}
	if strings.HasSuffix(strings.ToLower(j.own("--launchTarget")), "server") {
		r.kind = kindServer
	}
	r.gameDir = j.own("--gameDir")
	if folder := j.properties["java.library.path"]; last(folder) == "natives" && r.piped {
		r.instanceDir = parent(folder)
	}
	r.versions(j)
	r.launcherOf(j)
	r.hint = hintOf(cmp.Or(r.instanceDir, r.gameDir))
	return r
}

// launchers are the brands that launchers give themselves, as people know them.
var launchers = map[string]string{
	"minecraft-launcher": "Minecraft Launcher",
	"hmcl":               "HMCL",
	"atlauncher":         "ATLauncher",
	"prismlauncher":      "Prism Launcher",
	"multimc":            "MultiMC",
	"theseus":            "Modrinth App",
	"modrinth":           "Modrinth App",
	"gdlauncher":         "GDLauncher",
}

func (r *reading) launcherOf(j java) {
	brand := j.properties["minecraft.launcher.brand"]
	if name, ok := launchers[strings.ToLower(brand)]; ok {
		brand = name
	}
	r.launcher = cmp.Or(r.launcher, clean(brand, 40))
	// CurseForge has the official launcher start what it installed.
	if r.launcher == "Minecraft Launcher" && strings.Contains(strings.ToLower(r.gameDir+j.properties["java.library.path"]), "curseforge") {
		r.launcher = "CurseForge"
	}
}

// mc is how versions of the game look: 1.21.5, 26.1.2, 1.21-pre1, 25w14a.
const mc = `(?:[1-9]\d*\.\d+(?:\.\d+)?(?:-(?:pre|rc|snapshot)-?\d+)?|\d\dw\d\d[a-z])`

// versionNames are the names that loaders give the versions that they install.
var versionNames = []struct {
	loader string
	form   func() *regexp.Regexp // groups mc and loader, either may be missing
}{
	{fabric, pattern.Of(`^fabric-loader-(?P<loader>.+?)-(?P<mc>` + mc + `)$`)},
	{quilt, pattern.Of(`^quilt-loader-(?P<loader>.+?)-(?P<mc>` + mc + `)$`)},
	{neoforge, pattern.Of(`^neoforge-(?P<loader>\d.*)$`)},
	{forge, pattern.Of(`^forge-(?P<loader>\d.*)$`)},
	{forge, pattern.Of(`(?i)^(?P<mc>` + mc + `)-forge-?(?:` + mc + `-)?(?P<loader>\d+(?:\.\d+)+)(?:-` + mc + `)?$`)},
	{"optifine", pattern.Of(`(?i)^(?P<mc>` + mc + `)-optifine_?(?P<loader>.*)$`)},
	{"liteloader", pattern.Of(`(?i)^(?P<mc>` + mc + `)-liteloader(?P<loader>.*)$`)},
	{"", pattern.Of(`^(?P<mc>` + mc + `)$`)},
}

// libraries are places in the class path that name a version.
var libraries = []struct {
	loader string
	form   func() *regexp.Regexp
}{
	{forge, pattern.Of(`/net/minecraftforge/forge/(?P<mc>` + mc + `)-(?P<loader>[^/;:]+)/`)},
	{neoforge, pattern.Of(`/net/neoforged/neoforge/(?P<loader>[^/;:]+)/`)},
	{neoforge, pattern.Of(`/net/neoforged/forge/(?P<mc>` + mc + `)-(?P<loader>[^/;:]+)/`)},
	{fabric, pattern.Of(`/net/fabricmc/fabric-loader/(?P<loader>[^/;:]+)/`)},
	{quilt, pattern.Of(`/org/quiltmc/quilt-loader/(?P<loader>[^/;:]+)/`)},
	{"", pattern.Of(`/net/fabricmc/intermediary/(?P<mc>` + mc + `)/`)},
	{"", pattern.Of(`/com/mojang/minecraft/(?P<mc>` + mc + `)/`)},
	{"", pattern.Of(`/versions/(?P<mc>` + mc + `)/` + mc + `\.jar`)},
}

// tweakers are LaunchWrapper's loaders, by their class.
var tweakers = []struct{ part, loader string }{
	{"fml.common.launcher", forge}, {"liteloader", "liteloader"}, {"optifine", "optifine"},
}

// versions fills in what the arguments say of version and loader, the surest
// first: --fml.mcVersion, NeoForge's own number, the names of installed
// versions, --version, libraries. What comes later only fills gaps.
func (r *reading) versions(j java) {
	r.forgeVersions(j)
	name := j.own("--version")
	for _, row := range versionNames {
		found := row.form().FindStringSubmatch(name)
		if found == nil || row.loader != "" && r.fixed(row.loader) {
			continue
		}
		r.fill(row.loader, row.form(), found)
		break
	}
	if r.loader == "" {
		r.tweaked(strings.ToLower(j.own("--tweakClass")))
	}
	if r.loader == lunar { // says 1.8 and means 1.8.9
		if index := j.own("--assetIndex"); isVersion().MatchString(index) && strings.HasPrefix(index, r.version+".") {
			r.version = index
		}
	}
	r.ofLibraries(j.classPath)
	if r.loader == "" && r.kind == kindClient && !r.piped {
		r.loader = vanilla
	}
}

// forgeVersions takes the versions that Forge and NeoForge are started with.
func (r *reading) forgeVersions(j java) {
	if v := j.own("--fml.neoForgeVersion"); v != "" {
		r.loader, r.loaderVersion = neoforge, number(v)
	} else if v := j.own("--fml.forgeVersion"); v != "" {
		r.loaderVersion = number(v)
		if strings.HasPrefix(j.own("--fml.forgeGroup"), "net.neoforged") {
			r.loader = neoforge
		}
	}
	if v := j.own("--fml.mcVersion"); isVersion().MatchString(v) {
		r.version = v
	}
}

// tweaked takes the loader of old versions from the class that it hooks itself in with.
func (r *reading) tweaked(class string) {
	for _, t := range tweakers {
		if strings.Contains(class, t.part) {
			r.loader = t.loader
			return
		}
	}
}

var (
	isVersion = pattern.Of(`^` + mc + `$`)
	isNumber  = pattern.Of(`^[0-9A-Z][0-9A-Za-z.+_-]{0,39}$`)
	inWords   = pattern.Of(`\b` + mc + `\b`)
	inName    = pattern.Of(`(?:^|[^0-9.])(1\.\d+(?:\.\d+)?|2\d\.\d+(?:\.\d+)?)(?:$|[^0-9.])`)
)

// number is v where it looks like a loader's version, else empty.
func number(v string) string {
	if isNumber().MatchString(v) {
		return v
	}
	return ""
}

// fixed reports whether the loader is known to be another one.
func (r *reading) fixed(loader string) bool {
	switch r.loader {
	case "", vanilla, loader:
		return false
	case forge: // NeoForge uses Forge's main classes
		return loader != neoforge
	}
	return true
}

// fill takes what is not known yet from the groups of a match.
func (r *reading) fill(loader string, form *regexp.Regexp, found []string) {
	group := func(name string) string {
		if i := form.SubexpIndex(name); i >= 0 {
			return found[i]
		}
		return ""
	}
	if loader != "" {
		r.loader = loader
		r.loaderVersion = cmp.Or(r.loaderVersion, number(strings.Trim(group("loader"), "-_")))
	}
	r.version = cmp.Or(r.version, group("mc"))
	if r.loader == neoforge {
		r.version = cmp.Or(r.version, neoForgeVersion(r.loaderVersion))
	}
}

func (r *reading) ofLibraries(classPath string) {
	classPath = "/" + strings.ReplaceAll(classPath, ";", ";/")
	for _, row := range libraries {
		found := row.form().FindStringSubmatch(classPath)
		if found == nil || row.loader != "" && r.fixed(row.loader) {
			continue
		}
		r.fill(row.loader, row.form(), found)
	}
	if r.loader == neoforge {
		r.version = cmp.Or(r.version, neoForgeVersion(r.loaderVersion))
	}
}

// neoForgeVersion is the game's version of a NeoForge: 21.1.233 is for 1.21.1,
// 21.0.1 for 1.21; since 2026 the game's own number leads, 26.1.2.5 is for
// 26.1.2.
func neoForgeVersion(v string) string {
	v, _, _ = strings.Cut(v, "-")
	parts := strings.Split(v, ".")
	if len(parts) < 3 {
		return ""
	}
	var version string
	switch {
	case len(parts[0]) != 2 || parts[0] < "20":
		return ""
	case parts[0] < "26":
		version = "1." + parts[0]
		if parts[1] != "0" {
			version += "." + parts[1]
		}
	default:
		version = parts[0] + "." + parts[1]
		if len(parts) > 3 && parts[2] != "0" {
			version += "." + parts[2]
		}
	}
	if !isVersion().MatchString(version) {
		return ""
	}
	return version
}

// hintOf guesses a version from the name of a folder.
func hintOf(dir string) string {
	if found := inName().FindStringSubmatch(last(dir)); dir != "" && found != nil {
		return found[1]
	}
	return ""
}

// jars are the names of server jars; with serverJar set the name alone is not
// enough.
var jars = []struct {
	form   func() *regexp.Regexp
	as     kind
	loader string
	weak   bool
}{
	{pattern.Of(`installer`), kindNone, "", false},
	{pattern.Of(`^(velocity|waterfall|bungeecord|travertine|gate)`), kindNone, "", false}, // proxies: no world
	{
		pattern.Of(
			`^(?P<name>paper|purpur|folia|spigot|craftbukkit|pufferfish|leaf|mohist|arclight|magma|sponge)(?:clip|vanilla|forge|neo)?[-_.](?:(?P<mc>` + mc + `)(?:-(?P<loader>\d+))?)?.*jar$`,
		),
		kindServer,
		"",
		false,
	},
	{pattern.Of(`^neoforge-(?P<loader>\d[^/]*?)(-server|-shim|-universal)?\.jar$`), kindServer, neoforge, false},
	{pattern.Of(`^forge-(?P<mc>` + mc + `)-(?P<loader>[\d.]+)(-[^/]*)?\.jar$`), kindServer, forge, false},
	{pattern.Of(`^fabric-server-mc\.(?P<mc>` + mc + `)-loader\.(?P<loader>[\d.]+)-launcher.*\.jar$`), kindServer, fabric, false},
	{pattern.Of(`^fabric-server.*\.jar$`), kindServer, fabric, false},
	{pattern.Of(`^quilt-server.*\.jar$`), kindServer, quilt, false},
	{pattern.Of(`^minecraft[_-]server[._-]?(?P<mc>` + mc + `)?.*\.jar$`), kindServer, vanilla, false},
	{pattern.Of(`(hmcl|launcher|prism|multimc|technic|feedthebeast)`), kindLauncher, "", false},
	{pattern.Of(`\.jar$`), kindNone, "", true},
}

func readJar(j java) (r reading) {
	name := strings.ToLower(last(j.jar))
	for _, row := range jars {
		found := row.form().FindStringSubmatch(name)
		if found == nil {
			continue
		}
		r.kind, r.loader, r.serverJar = row.as, row.loader, row.weak
		if i := row.form().SubexpIndex("name"); i >= 0 {
			r.loader = found[i]
		}
		r.fill(r.loader, row.form(), found)
		break
	}
	if !r.serverJar {
		return r
	}
	for name := range j.properties {
		if strings.HasPrefix(name, "Paper.") {
			return reading{kind: kindServer, loader: paper}
		}
	}
	if slices.ContainsFunc(j.rest, func(a string) bool { return a == "nogui" || a == "--nogui" }) {
		return reading{kind: kindServer}
	}
	return r
}
