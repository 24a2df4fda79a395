// SPDX-License-Identifier: MIT

package detect

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"
)

// posix splits a line as a shell does with double quotes, the form in which the
// lines below were posted.
func posix(line string) Arguments { return CommandLine(line) }

// line is one row of the list of processes as they were seen on people's
// computers; w is what follows.
type line struct {
	name string
	args Arguments
	// files are what the launcher wrote, by path.
	files   map[string]string
	details Details
	want    string // platform|loader|loaderVersion|version|role|launcher, "-" for none; hint after a ?
}

var lines = []line{
	{
		name: "1 the official launcher on Windows; the log's name holds another version",
		args: CommandLine(`javaw.exe -XX:HeapDumpPath=MojangTricksIntelDriversForPerformance_javaw.exe_minecraft.exe.heapdump "-Dos.name=Windows 10" -Dos.version=10.0 -Xss1M -Djava.library.path=C:\Users\U\AppData\Roaming\.minecraft\bin\bd2b -Dminecraft.launcher.brand=minecraft-launcher -Dminecraft.launcher.version=2.2.3965 -Xmx2G -XX:+UnlockExperimentalVMOptions -Dlog4j.configurationFile=C:\Users\U\AppData\Roaming\.minecraft\assets\log_configs\client-1.12.xml net.minecraft.client.main.Main --username U --version 1.17.1 --gameDir C:\Users\U\AppData\Roaming\.minecraft --assetIndex 1.17 --accessToken X --userType mojang --versionType release`),
		want: "Java Edition|vanilla||1.17.1|client|Minecraft Launcher",
	},
	{
		name: "2 CurseForge on macOS, split at blanks: FabricMcEmu, and blanks and a colon in the folder",
		args: Argv(strings.Split(`java -Djava.library.path=/Users/u/Documents/curseforge/minecraft/Install/bin/5c80 -Dminecraft.launcher.brand=minecraft-launcher -DFabricMcEmu= net.minecraft.client.main.Main  -Xmx4096m -XX:+UseG1GC net.fabricmc.loader.impl.launch.knot.KnotClient --username U --version fabric-loader-0.14.7-1.18.2 --gameDir /Users/u/Documents/curseforge/minecraft/Instances/Valhelsia: Enhanced Vanilla - 1.18 --assetIndex 1.18`, " ")...),
		want: "Java Edition|fabric|0.14.7|1.18.2|client|CurseForge",
	},
	{
		name: "2 the same as the system has it, the value in one argument",
		args: Argv("java", "-Djava.library.path=/Users/u/Documents/curseforge/minecraft/Install/bin/5c80", "-Dminecraft.launcher.brand=minecraft-launcher",
			"-DFabricMcEmu= net.minecraft.client.main.Main ", "-Xmx4096m", "net.fabricmc.loader.impl.launch.knot.KnotClient", "--username", "U",
			"--version", "fabric-loader-0.14.7-1.18.2", "--gameDir", "/Users/u/Documents/curseforge/minecraft/Instances/Valhelsia: Enhanced Vanilla - 1.18", "--assetIndex", "1.18"),
		want: "Java Edition|fabric|0.14.7|1.18.2|client|CurseForge",
	},
	{
		name: "3 Prism on Windows without its files: a hint; 3.3.1 is LWJGL's",
		args: CommandLine(`javaw.exe -Xms512m -Xmx4096m -Djava.library.path=C:/Users/U/AppData/Roaming/PrismLauncher/instances/B1-1.20.1/natives -cp C:/PrismLauncher/jars/NewLaunch.jar;C:/Users/U/AppData/Roaming/PrismLauncher/libraries/org/lwjgl/lwjgl-glfw-natives-windows-arm64/3.3.1/lwjgl-glfw-natives-windows-arm64-3.3.1.jar org.prismlauncher.EntryPoint`),
		want: "Java Edition||||client|Prism Launcher?1.20.1",
	},
	{
		name: "3 Prism with mmc-pack.json beside the natives",
		args: CommandLine(`javaw.exe -Xms512m -Xmx4096m -Djava.library.path=C:/Users/U/AppData/Roaming/PrismLauncher/instances/B1-1.20.1/natives -cp C:/PrismLauncher/jars/NewLaunch.jar;C:/Users/U/AppData/Roaming/PrismLauncher/libraries/org/lwjgl/lwjgl-glfw-natives-windows-arm64/3.3.1/lwjgl-glfw-natives-windows-arm64-3.3.1.jar org.prismlauncher.EntryPoint`),
		files: map[string]string{
			"C:/Users/U/AppData/Roaming/PrismLauncher/instances/B1-1.20.1/mmc-pack.json": `{"components":[{"uid":"org.lwjgl3","version":"3.3.1"},{"uid":"net.minecraft","version":"1.20.1"},{"uid":"net.fabricmc.fabric-loader","version":"0.15.11"}],"formatVersion":1}`,
		},
		want: "Java Edition|fabric|0.15.11|1.20.1|client|Prism Launcher",
	},
	{
		name: "4 HMCL with Forge; 'server' is in the version's name",
		args: CommandLine(`E:\my\Java\jre-8-x64\bin\java.exe -Dfile.encoding=GB18030 -Dminecraft.client.jar=E:\my\.minecraft\game\versions\Muitiplayer_server_modpack\Muitiplayer_server_modpack.jar -Xmx2G -Dminecraft.launcher.brand=HMCL -cp E:\my\.minecraft\game\libraries\net\minecraftforge\forge\1.16.5-36.2.23\forge-1.16.5-36.2.23.jar;E:\my\.minecraft\game\libraries\org\ow2\asm\asm\9.1\asm-9.1.jar cpw.mods.modlauncher.Launcher --version Muitiplayer_server_modpack --launchTarget fmlclient`),
		want: "Java Edition|forge|36.2.23|1.16.5|client|HMCL",
	},
	{
		name: "5 old Forge; 'mcserver' is in the path",
		args: CommandLine(`"C:\Program Files\Java\jre1.8.0_91\bin\javaw.exe" -Xmx1G -Djava.library.path=G:\mcserver\MingYue.minecraft\versions\1.7.10-Forge10.13.4.1614-1.7.10\1.7.10-natives -Xmn128m net.minecraft.launchwrapper.Launch --version 1.7.10-Forge10.13.4.1614-1.7.10`),
		want: "Java Edition|forge|10.13.4.1614|1.7.10|client|",
	},
	{
		name: "6 Forge under the official launcher",
		args: CommandLine(`javaw.exe -Xmx2G -Dminecraft.launcher.brand=minecraft-launcher -Dminecraft.launcher.version=2.4.39 -DignoreList=bootstraplauncher,securejarhandler,asm,forge-43.2.8.jar,forge-43.2.8 -p C:\x\a.jar;C:\x\b.jar --add-modules ALL-MODULE-PATH cpw.mods.bootstraplauncher.BootstrapLauncher --version forge-43.2.8 --launchTarget forgeclient --fml.forgeVersion 43.2.8 --fml.mcVersion 1.19.2`),
		want: "Java Edition|forge|43.2.8|1.19.2|client|Minecraft Launcher",
	},
	{
		name: "7 NeoForge with values that are empty, as the system has them",
		args: Argv("java", "cpw.mods.bootstraplauncher.BootstrapLauncher", "--username", "U", "--version", "neoforge-20.2.39-beta",
			"--gameDir", "/Users/u/Library/Application Support/minecraft", "--assetIndex", "8", "--accessToken", "X", "--clientId", "", "--xuid", "", "--userType", "mojang",
			"--fml.neoForgeVersion", "20.2.39-beta", "--fml.fmlVersion", "1.0.9", "--fml.mcVersion", "1.20.2", "--launchTarget", "forgeclient"),
		want: "Java Edition|neoforge|20.2.39-beta|1.20.2|client|",
	},
	{
		name: "7 the same, split at blanks",
		args: Argv(strings.Fields(`java cpw.mods.bootstraplauncher.BootstrapLauncher --username U --version neoforge-20.2.39-beta --gameDir /Users/u/Library/Application Support/minecraft --assetIndex 8 --accessToken X --clientId  --xuid  --userType mojang --fml.neoForgeVersion 20.2.39-beta --fml.fmlVersion 1.0.9 --fml.mcVersion 1.20.2 --launchTarget forgeclient`)...),
		want: "Java Edition|neoforge|20.2.39-beta|1.20.2|client|",
	},
	{
		name: "8 a wrapper in front",
		args: posix(`gamemoderun /x/java-runtime-delta/bin/java -Xmx8192M -XX:+UseG1GC -Djava.library.path=/x/temp/natives-cc7a -Dminecraft.launcher.brand=ATLauncher -cp /x/libraries/cpw/mods/securejarhandler/2.1.10/securejarhandler-2.1.10.jar:/x/libraries/a.jar cpw.mods.bootstraplauncher.BootstrapLauncher --launchTarget forgeclient --fml.mcVersion 1.20.1`),
		want: "Java Edition|forge||1.20.1|client|ATLauncher",
	},
	{
		name: "9 Lunar: --version says 1.8, the asset index 1.8.9",
		args: posix(`java --add-modules jdk.naming.dns -Xmx3G -cp "lunar-assets-prod-1-optifine.jar;lunar.jar;lunar-prod-optifine.jar;vpatcher-prod.jar" com.moonsworth.lunar.patcher.LunarMain --version 1.8 --accessToken 0 --assetIndex 1.8.9 --userProperties {} --gameDir lunarGameDir/`),
		want: "Java Edition|lunar||1.8.9|client|Lunar Client",
	},
	{
		name: "10 another program that is a jar",
		args: CommandLine(`"C:\Program Files\Java\jdk1.8.0_131\bin\javaw.exe" -jar "E:\Torch...[1.11.2]\1.11.2\TTCW.jar"`),
		want: "none",
	},
	{
		name: "11 Paper by its properties",
		args: posix(`java -Xms128M -XX:MaxRAMPercentage=95.0 -XX:+UseG1GC -DPaper.IgnoreJavaVersion=true -Dterminal.ansi=true -jar server.jar`),
		want: "Java Edition|paper|||server|",
	},
	{
		name: "12 a NeoForge server; the folder is a graphical program's",
		args: posix(`/home/u/.minecraft_server_gui/java_runtimes/java-21/bin/java -Xmx2G -Xms2G -XX:+UseG1GC -jar neoforge-21.1.233-server.jar --nogui`),
		want: "Java Edition|neoforge|21.1.233|1.21.1|server|",
	},
	{
		name: "13 a Forge server by its argument file",
		args: posix(`java @user_jvm_args.txt @libraries/net/minecraftforge/forge/1.20.1-47.4.0/win_args.txt`),
		want: "Java Edition|forge|47.4.0|1.20.1|server|",
	},
	{
		name: "14 a wrapper that stays",
		args: posix(`/usr/bin/screen -dmS mc-myserver /usr/bin/java -server -Xms512M -Xmx2048M -XX:+UseG1GC -jar paper.jar nogui`),
		want: "wrapper",
	},
	{
		name: "14 its child",
		args: posix(`/usr/bin/java -server -Xms512M -Xmx2048M -XX:+UseG1GC -jar paper.jar nogui`),
		want: "Java Edition|paper|||server|",
	},
	{
		name: "15 Bedrock",
		args: CommandLine(`"C:\XboxGames\Minecraft for Windows\Content\Minecraft.Windows.exe"`),
		want: "Bedrock Edition||||client|",
	},
	{
		name: "16 Quilt",
		args: posix(`java -Xmx2G org.quiltmc.loader.impl.launch.knot.KnotClient --version quilt-loader-0.26.4-1.21.1`),
		want: "Java Edition|quilt|0.26.4|1.21.1|client|",
	},
	{
		name: "17 NeoForge with its own main class",
		args: posix(`java -Xmx2G net.neoforged.fml.startup.Client --version neoforge-21.11.38-beta`),
		want: "Java Edition|neoforge|21.11.38-beta|1.21.11|client|",
	},
	{
		name: "18 a Fabric server",
		args: posix(`java -jar fabric-server-launch.jar nogui`),
		want: "Java Edition|fabric|||server|",
	},
	{
		name: "19 a version that is a year",
		args: posix(`java -Xmx2G net.minecraft.client.main.Main --version 26.1.2`),
		want: "Java Edition|vanilla||26.1.2|client|",
	},

	// Beyond the list: what the same launchers and loaders do elsewhere.
	{
		name:    "Prism by its environment",
		args:    posix(`/usr/lib/jvm/java-21/bin/java -Xmx2G -cp /usr/share/PrismLauncher/NewLaunch.jar org.prismlauncher.EntryPoint`),
		details: Details{InstanceDir: "/home/u/.local/share/PrismLauncher/instances/Sky", InstanceID: "Sky"},
		files: map[string]string{
			"/home/u/.local/share/PrismLauncher/instances/Sky/mmc-pack.json": `{"components":[{"uid":"net.minecraft","version":"26.1"},{"uid":"net.neoforged","version":"26.1.0.7"}]}`,
			"/home/u/.local/share/PrismLauncher/instances/Sky/instance.cfg":  "[General]\nConfigVersion=1.2\nname=Sky Factory\n",
		},
		want: "Java Edition|neoforge|26.1.0.7|26.1|client|Prism Launcher",
	},
	{
		name:    "MultiMC by its working folder, vanilla",
		args:    CommandLine(`C:\Java\bin\javaw.exe -Xmx2G org.multimc.EntryPoint`),
		details: Details{Dir: `C:\MultiMC\instances\One\.minecraft`},
		files:   map[string]string{`C:\MultiMC\instances\One\mmc-pack.json`: `{"components":[{"uid":"net.minecraft","version":"1.12.2"}]}`},
		want:    "Java Edition|vanilla||1.12.2|client|MultiMC",
	},
	{
		name: "Modrinth puts its own class first",
		args: posix(`java -Dminecraft.launcher.brand=modrinth -cp /home/u/.local/share/ModrinthApp/meta/libraries/net/fabricmc/intermediary/1.21.4/intermediary-1.21.4.jar:/x/theseus.jar com.modrinth.theseus.MinecraftLaunch net.fabricmc.loader.impl.launch.knot.KnotClient --gameDir /home/u/.local/share/ModrinthApp/profiles/Fabulous --version fabric-loader-0.16.9-1.21.4`),
		want: "Java Edition|fabric|0.16.9|1.21.4|client|Modrinth App",
	},
	{
		name: "later Lunar",
		args: posix(`java -cp genesis-0.1.jar com.moonsworth.lunar.genesis.Genesis --version 1.21 --assetIndex 17`),
		want: "Java Edition|lunar||1.21|client|Lunar Client",
	},
	{
		name: "Forge as its own installer names it",
		args: posix(`java -Dminecraft.launcher.brand=minecraft-launcher cpw.mods.bootstraplauncher.BootstrapLauncher --version 1.20.1-forge-47.4.0 --launchTarget forgeclient`),
		want: "Java Edition|forge|47.4.0|1.20.1|client|Minecraft Launcher",
	},
	{
		name: "the first NeoForge, which went by Forge's name",
		args: posix(`java -p /x/a.jar cpw.mods.bootstraplauncher.BootstrapLauncher --launchTarget forgeclient --fml.forgeVersion 47.1.79 --fml.mcVersion 1.20.1 --fml.forgeGroup net.neoforged`),
		want: "Java Edition|neoforge|47.1.79|1.20.1|client|",
	},
	{
		name: "NeoForge of a year",
		args: posix(`java net.neoforged.fml.startup.Client --version neoforge-26.1.2.5-beta`),
		want: "Java Edition|neoforge|26.1.2.5-beta|26.1.2|client|",
	},
	{
		name: "NeoForge of a first release",
		args: posix(`java net.neoforged.fml.startup.Client --version neoforge-21.0.167`),
		want: "Java Edition|neoforge|21.0.167|1.21|client|",
	},
	{
		name: "a NeoForge server by its argument file on Linux",
		args: posix(`java @user_jvm_args.txt @libraries/net/neoforged/neoforge/21.1.95/unix_args.txt nogui`),
		want: "Java Edition|neoforge|21.1.95|1.21.1|server|",
	},
	{
		name:    "a client whose arguments are in a file",
		args:    CommandLine(`C:\jre\bin\javaw.exe @C:\Temp\launch.txt`),
		details: Details{Dir: `C:\Games`},
		files:   map[string]string{`C:\Temp\launch.txt`: "# made by a launcher\n-Xmx2G -cp \"C:\\\\Program Files\\\\x.jar\"\nnet.minecraft.client.main.Main --version 1.20.4 --accessToken X\n"},
		want:    "Java Edition|vanilla||1.20.4|client|",
	},
	{
		name: "a snapshot",
		args: posix(`java net.minecraft.client.main.Main --version 25w14a`),
		want: "Java Edition|vanilla||25w14a|client|",
	},
	{
		name: "OptiFine",
		args: posix(`java net.minecraft.launchwrapper.Launch --version 1.8.9-OptiFine_HD_U_M5 --tweakClass optifine.OptiFineTweaker`),
		want: "Java Edition|optifine|HD_U_M5|1.8.9|client|",
	},
	{
		name: "a Paper server with version and build",
		args: posix(`java -Xmx4G -jar /srv/mc/paper-1.21.4-232.jar --nogui`),
		want: "Java Edition|paper|232|1.21.4|server|",
	},
	{
		name: "Fabric's server as downloaded",
		args: posix(`java -jar fabric-server-mc.1.21.4-loader.0.16.9-launcher.1.0.1.jar nogui`),
		want: "Java Edition|fabric|0.16.9|1.21.4|server|",
	},
	{
		name:    "a jar of no known name in a server's folder",
		args:    posix(`java -Xmx1G -jar start.jar`),
		details: Details{Dir: "/srv/mc"},
		files:   map[string]string{"/srv/mc/server.properties": "server-port=25565\n"},
		want:    "Java Edition||||server|",
	},
	{
		name: "a development run of a server",
		args: posix(`java -cp /x/a.jar cpw.mods.modlauncher.Launcher --launchTarget forgeserver --fml.mcVersion 1.18.2`),
		want: "Java Edition|forge||1.18.2|server|",
	},
	{name: "a launcher's jar", args: posix(`java -jar HMCL-3.6.12.jar`), want: "launcher"},
	{name: "an installer", args: posix(`java -jar forge-1.20.1-47.4.0-installer.jar --installServer`), want: "none"},
	{name: "a proxy has no world", args: posix(`java -jar velocity-3.3.0.jar nogui`), want: "none"},
	{name: "a build tool that names the class", args: posix(`java -cp gradle.jar org.gradle.launcher.daemon.bootstrap.GradleDaemon net.minecraft.client.main.Main`), want: "none"},
	{name: "an editor with a file of the game open", args: posix(`vim net.minecraft.client.main.Main`), want: "none"},
	{name: "no arguments at all", args: Argv(), want: "none"},
	{name: "java alone", args: Argv("java"), want: "none"},
	{name: "an option without its value", args: Argv("java", "-cp"), want: "none"},
	{name: "a jar without its name", args: Argv("java", "-jar"), want: "none"},
	{name: "Modrinth's class alone", args: Argv("java", "com.modrinth.theseus.MinecraftLaunch"), want: "none"},
	{name: "a Bedrock server", args: posix(`./bedrock_server`), want: "Bedrock Edition||||server|"},
}

// told is what a reading comes to, as the rows say it.
func (l *line) told() string {
	r := read(l.args)
	r.look(l.details, func(name string) ([]byte, error) {
		if text, ok := l.files[name]; ok {
			return []byte(text), nil
		}
		return nil, fmt.Errorf("%s: %w", name, fs.ErrNotExist)
	})
	switch r.kind {
	case kindNone:
		return "none"
	case kindLauncher, kindWrapper:
		return string(r.kind)
	case kindClient, kindServer:
	}
	in := r.instance(7, "")
	text := strings.Join([]string{in.Platform, in.Loader, in.LoaderVersion, in.Version, string(in.Role), in.Launcher}, "|")
	if in.VersionHint != "" {
		text += "?" + in.VersionHint
	}
	return text
}

func TestEveryLineOfTheList(t *testing.T) {
	numbers := map[string]bool{}
	for _, l := range lines {
		t.Run(l.name, func(t *testing.T) {
			if got := l.told(); got != l.want {
				t.Errorf("got  %s\nwant %s", got, l.want)
			}
		})
		number, _, _ := strings.Cut(l.name, " ")
		numbers[number] = true
	}
	for n := 1; n <= 19; n++ {
		if !numbers[fmt.Sprint(n)] {
			t.Errorf("line %d is not tested", n)
		}
	}
}

func TestWindowsCommandLines(t *testing.T) {
	for _, c := range []struct {
		line string
		want []string
	}{
		{``, nil},
		{`java`, []string{"java"}},
		{`"C:\Program Files\j.exe" -x`, []string{`C:\Program Files\j.exe`, "-x"}},
		{`C:\a\j.exe  "a b"	c`, []string{`C:\a\j.exe`, "a b", "c"}},
		{`j "" x`, []string{"j", "", "x"}},
		{`j a\\b c:\ d`, []string{"j", `a\\b`, `c:\`, "d"}},
		{`j "a\\" b`, []string{"j", `a\`, "b"}},
		{`j a\"b`, []string{"j", `a"b`}},
		{`j "a\\\"b c"`, []string{"j", `a\"b c`}},
		{`j "a""b" c`, []string{"j", `a"b c`}},
		{`j -Dx="a b"c d`, []string{"j", "-Dx=a bc", "d"}},
		{`j "open end`, []string{"j", "open end"}},
	} {
		got := CommandLine(c.line).argv
		if fmt.Sprintf("%q", got) != fmt.Sprintf("%q", c.want) {
			t.Errorf("%s: got %q, want %q", c.line, got, c.want)
		}
	}
}

func TestDarwinArguments(t *testing.T) {
	data := "\x03\x00\x00\x00/usr/bin/java\x00\x00\x00\x00java\x00\x00-Dx=a b\x00INST_ID=Sky\x00HOME=/Users/u\x00\x00"
	argv, env, err := splitDarwin([]byte(data))
	if err != nil || fmt.Sprintf("%q", argv) != `["java" "" "-Dx=a b"]` || fmt.Sprintf("%q", env) != `["INST_ID=Sky" "HOME=/Users/u"]` {
		t.Errorf("got %q and %q, %v", argv, env, err)
	}
	if _, _, err := splitDarwin([]byte("ab")); err == nil {
		t.Error("nonsense was taken for arguments")
	}
}

func FuzzRead(f *testing.F) {
	for _, l := range lines {
		f.Add(strings.Join(l.args.argv, "\n"), "")
	}
	f.Fuzz(func(t *testing.T, args, file string) {
		r := read(Argv(strings.Split(args, "\n")...))
		r.look(Details{Dir: "/x"}, func(name string) ([]byte, error) {
			if len(file) > 0 {
				return []byte(file), nil
			}
			return nil, errors.New("none")
		})
		in := r.instance(1, "")
		if in.Version != "" && !isVersion().MatchString(in.Version) {
			t.Errorf("version %q", in.Version)
		}
		_ = CommandLine(args)
		_ = expandFile(file)
		_, _, _ = splitDarwin([]byte(args))
	})
}
