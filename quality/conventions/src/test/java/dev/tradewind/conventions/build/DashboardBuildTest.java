package dev.tradewind.conventions.build;

import static dev.tradewind.testing.Eventually.LIMIT;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.testing.Modules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Build of the admin dashboard where its tools are missing: the build of the shop goes on. */
class DashboardBuildTest {

  /** The tools of the script, without those of Node.js. */
  private static final List<String> TOOLS =
      List.of(
          "sh", "cat", "cksum", "cp", "dirname", "env", "find", "grep", "mkdir", "mktemp", "mv",
          "rm", "sort", "touch", "tr");

  @TempDir Path folder;
  private Path module;
  private Path tools;
  private Path result;

  @BeforeEach
  void prepare() throws IOException {
    module = folder.resolve("admin-dashboard");
    tools = Files.createDirectory(folder.resolve("tools"));
    result = folder.resolve("result");
    copy(Modules.folder("admin-dashboard").resolve("build.sh"), module);
    try (Stream<Path> sources =
        Files.list(Modules.folder("admin-dashboard").resolve("src/main/dashboard"))) {
      for (Path source : sources.toList()) {
        copy(source, module.resolve("src/main/dashboard"));
      }
    }
    for (String tool : TOOLS) {
      Files.createSymbolicLink(tools.resolve(tool), installed(tool));
    }
  }

  @Test
  void withoutNodeJsThereAreNoFilesAndTheReasonIsPrinted() throws Exception {
    assertThat(build("build"))
        .contains("The admin dashboard is not built: it needs Node.js 18 or later with npm.");
    assertThat(result).isEmptyDirectory();
  }

  @Test
  void anOldNodeJsIsNamed() throws Exception {
    tool("npm", "exit 0");
    tool("node", "case $1 in -p) echo 16 ;; *) echo v16.20.2 ;; esac");

    assertThat(build("build")).contains("it needs Node.js 18 or later; this is v16.20.2.");
    assertThat(result).isEmptyDirectory();
  }

  @Test
  void aFailedDownloadIsNotTriedAgainAtOnce() throws Exception {
    tool("npm", "echo no network >&2; exit 1");
    tool("node", "echo 22");

    assertThat(build("build"))
        .contains("its packages could not be installed; ", "dashboard.log says why.");
    assertThat(result).isEmptyDirectory();
    assertThat(module.resolve("target/dashboard.failed")).exists();
    assertThat(module.resolve("target/dashboard.log")).hasContent("no network");
  }

  @Test
  void testsNeverBuildTheFiles() throws Exception {
    tool("npm", "exit 1");
    tool("node", "exit 1");

    assertThat(build("cached")).isEmpty();
    assertThat(result).isEmptyDirectory();
  }

  @Test
  void theFilesOfAnEarlierBuildOfTheSameVersionsAreTaken() throws Exception {
    buildBefore();

    assertThat(build("build")).isEmpty();
    assertThat(result.resolve("files.json")).hasContent("[]");
    assertThat(result.resolve("sbom.json")).doesNotExist();
  }

  @Test
  void theFilesComeWithAnInventoryOfTheirPackages() throws Exception {
    buildBefore();
    build("build");
    tool("node", "exit 0");
    tool("npm", "case $1 in sbom) echo \"$*\" ;; *) exit 1 ;; esac");

    for (int builds = 0; builds < 2; builds++) {
      assertThat(build("build")).isEmpty();
      assertThat(result.resolve("sbom.json"))
          .hasContent("sbom --sbom-format cyclonedx --package-lock-only");
    }
  }

  @Test
  void anNpmThatMakesNoInventoryStopsNothing() throws Exception {
    buildBefore();
    tool("node", "exit 0");
    tool("npm", "echo unknown command >&2; exit 1");

    assertThat(build("build")).isEmpty();
    assertThat(result.resolve("files.json")).hasContent("[]");
    assertThat(result.resolve("sbom.json")).doesNotExist();
  }

  @Test
  void extensionsThatCannotBeBuiltLeaveTheLastFiles() throws Exception {
    buildBefore();
    build("build");
    tool("npm", "exit 1");
    tool("node", "echo 22");
    Path extensions = folder.resolve("extensions");
    copy(module.resolve("build.sh"), extensions.resolve("src/admin/widgets"));

    assertThat(
            run(
                "env",
                "TRADEWIND_DASHBOARD_EXTENSIONS=" + extensions,
                "sh",
                module.resolve("build.sh").toString(),
                "build",
                result.toString()))
        .contains("The admin dashboard stays as it was: ");
    assertThat(result.resolve("files.json")).hasContent("[]");
  }

  @Test
  void eachChangeOfAnExtensionIsAnotherBuild() throws Exception {
    Path extensions = folder.resolve("extensions");
    Path widget =
        Files.createDirectories(extensions.resolve("src/admin/widgets")).resolve("one.jsx");
    Files.writeString(widget, "first");
    String without = key();
    String first = key("TRADEWIND_DASHBOARD_EXTENSIONS=" + extensions);
    Files.writeString(widget, "second");
    String second = key("TRADEWIND_DASHBOARD_EXTENSIONS=" + extensions);
    String constant = key("TRADEWIND_DASHBOARD_EXTENSIONS=" + extensions, "MEDUSA_ADMIN_X=1");

    assertThat(List.of(without, first, second, constant)).doesNotHaveDuplicates();
    assertThat(key("TRADEWIND_DASHBOARD_EXTENSIONS=" + extensions)).isEqualTo(second);
  }

  private String key(String... variables) throws Exception {
    return run(
        Stream.concat(
                Stream.concat(Stream.of("env"), Stream.of(variables)),
                Stream.of("sh", module.resolve("build.sh").toString(), "key"))
            .toArray(String[]::new));
  }

  private void buildBefore() throws Exception {
    String key = run("sh", "-c", "cat src/main/dashboard/* | cksum | tr ' ' -").strip();
    Path cached = folder.resolve("cache/tradewind/admin-dashboard").resolve(key);
    Files.createDirectories(cached);
    Files.writeString(cached.resolve("files.json"), "[]");
  }

  private String build(String mode) throws Exception {
    return run("sh", module.resolve("build.sh").toString(), mode, result.toString());
  }

  /** Runs a command that succeeds, with nothing but the tools: what it prints. */
  private String run(String... command) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(module.toFile()).redirectErrorStream(true);
    builder.environment().put("PATH", tools.toString());
    builder.environment().put("XDG_CACHE_HOME", folder.resolve("cache").toString());
    Process process = builder.start();
    String printed = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(printed).isZero();
    return printed;
  }

  private void tool(String name, String script) throws IOException {
    Path file = Files.writeString(tools.resolve(name), "#!/bin/sh\n" + script + "\n");
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }

  private static Path installed(String tool) {
    return Stream.of(System.getenv("PATH").split(":", -1))
        .map(path -> Path.of(path).resolve(tool))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow();
  }

  private static void copy(Path source, Path target) throws IOException {
    Files.createDirectories(target);
    Files.copy(source, target.resolve(source.getFileName()));
  }
}
