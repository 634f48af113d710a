package dev.tradewind.conventions.build;

import static dev.tradewind.testing.Eventually.LIMIT;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.embedded.Home;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The script {@code tradewind} with a JDK and a Maven of this test: what a build starts from, where
 * a command takes its classes from, and what its own commands say.
 */
class LauncherScriptTest {

  /** Makes what the script takes from a build, and a line for each build. */
  private static final String MAVEN =
      """
      echo build >>"$BUILDS"
      mkdir -p app/launcher/target/lib app/embedded-kafka-broker/target/lib platform/kernel/target
      [ ! -f platform/kernel/target/classes/V2__gone.sql ] || echo stale >>"$BUILDS"
      mkdir -p platform/kernel/target/classes
      cp platform/kernel/src/main/resources/* platform/kernel/target/classes
      date +%s%N >app/launcher/target/lib/kernel.jar
      touch app/launcher/target/launcher.jar app/embedded-kafka-broker/target/broker.jar
      echo "[INFO] Building kernel 1.0 [1/2]"
      """;

  @TempDir Path folder;
  private Path clone;
  private Path builds;

  @BeforeEach
  void prepare() throws IOException {
    clone = Files.createDirectory(folder.resolve("clone"));
    builds = folder.resolve("builds");
    Files.copy(Home.folder().resolve("tradewind"), clone.resolve("tradewind"));
    Files.createFile(clone.resolve("pom.xml"));
    Path dashboard = clone.resolve("front/dashboard/target/classes/dashboard");
    Files.createFile(Files.createDirectories(dashboard).resolve("files.json"));
    source("V1__baseline.sql");
    source("V2__gone.sql");
    program("bin/mvn", MAVEN);
    program("jdk/bin/javac", "");
    program("jdk/bin/java", "for word in \"$@\"; do echo \"$word\"; done");
    Files.writeString(folder.resolve("jdk/release"), "JAVA_VERSION=\"21.0.1\"\n");
  }

  @Test
  void aBuildIsMadeOnceAndSaysHowFarItIs() throws Exception {
    assertThat(run("--version")).contains("Building Tradewind", "  kernel 1.0 [1/2]", "--version");
    assertThat(run("--version")).doesNotContain("Building");
    assertThat(builds).hasContent("build");
  }

  @Test
  void whatWasMadeOfVanishedSourcesIsForgotten() throws Exception {
    run("--version");
    Files.delete(clone.resolve("platform/kernel/src/main/resources/V2__gone.sql"));

    assertThat(run("--version")).contains("Building");
    assertThat(builds).hasContent("build\nbuild");
    assertThat(clone.resolve("platform/kernel/target/classes/V2__gone.sql")).doesNotExist();
  }

  @Test
  void aBuildBeforeSourcesWereListedIsForgotten() throws Exception {
    run("--version");
    Files.delete(clone.resolve("platform/kernel/src/main/resources/V2__gone.sql"));
    Files.delete(clone.resolve("app/launcher/target/sources"));
    Files.delete(clone.resolve("app/launcher/target/built"));

    run("--version");
    assertThat(builds).hasContent("build\nbuild");
  }

  @Test
  void aRunningNodeKeepsItsLibraries() throws Exception {
    // A JVM that runs, with its class path in its arguments.
    program("jdk/bin/java", "echo started; exec sh -c 'read line' \"$@\"");
    Process node = start("start");
    try {
      Path libraries = libraries();
      for (int i = 0; i < 3; i++) {
        program("jdk/bin/java", "echo command");
        assertThat(afterAChange("--version")).contains("Building");
      }

      assertThat(libraries.resolve("kernel.jar")).exists();
      assertThat(libraries()).isNotEqualTo(libraries);
      assertThat(programs()).as("that of the node, the last, and the one before").hasSize(3);
    } finally {
      node.destroy();
      node.waitFor();
    }
    afterAChange("--version");
    assertThat(programs()).as("the last, and the one before").hasSize(2);
  }

  @Test
  void commandsAtTheSameTimeBuildOnce() throws Exception {
    Process first = process("--version").start();
    Process second = process("--version").start();

    assertThat(finish(first)).endsWith("--version\n");
    assertThat(finish(second)).endsWith("--version\n");
    assertThat(builds).hasContent("build");
  }

  @Test
  void aFailedBuildIsNoBuild() throws Exception {
    program("bin/mvn", "echo '[ERROR] no compiler'; exit 1");
    Process process = process("--version").start();

    String printed = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).isEqualTo(1);
    assertThat(printed).contains("[ERROR] no compiler");
    program("bin/mvn", MAVEN);
    assertThat(run("--version")).contains("Building");
  }

  @Test
  void helpBuildsAndRemovesNothing() throws Exception {
    run("--version");
    for (String command : List.of("test", "verify")) {
      assertThat(run(command, "--help")).startsWith("Usage: tradewind " + command);
    }
    Process wrong = process("verify", "everything").start();
    assertThat(new String(wrong.getInputStream().readAllBytes(), UTF_8)).contains("Usage:");
    assertThat(wrong.waitFor()).isEqualTo(2);
    assertThat(builds).hasContent("build");
    assertThat(libraries().resolve("kernel.jar")).exists();
  }

  @Test
  void aReleaseRunsWhatLiesBesideIt() throws Exception {
    Path release = Files.createDirectory(folder.resolve("release"));
    Files.copy(clone.resolve("tradewind"), release.resolve("tradewind"));
    clone = release;

    assertThat(run("migrate")).contains(release + "/lib/*:" + release + "/launcher.jar", "migrate");
    Process tests = process("verify").start();
    assertThat(new String(tests.getInputStream().readAllBytes(), UTF_8)).contains("need a clone");
    assertThat(tests.waitFor()).isEqualTo(2);
    assertThat(builds).doesNotExist();
  }

  /** Folder of the libraries that the next command takes. */
  private Path libraries() throws IOException {
    Path target = clone.resolve("app/launcher/target");
    return target.resolve(Files.readString(target.resolve("built"))).resolve("lib");
  }

  private List<Path> programs() throws IOException {
    try (var entries =
        Files.newDirectoryStream(clone.resolve("app/launcher/target"), "program-*")) {
      return StreamSupport.stream(entries.spliterator(), false).toList();
    }
  }

  private void source(String name) throws IOException {
    Path file = clone.resolve("platform/kernel/src/main/resources").resolve(name);
    Files.createDirectories(file.getParent());
    Files.createFile(file);
  }

  private void program(String name, String commands) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.deleteIfExists(file);
    Files.writeString(file, "#!/bin/sh\nset -eu\n" + commands + "\n");
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }

  private ProcessBuilder process(String... arguments) {
    ProcessBuilder builder =
        new ProcessBuilder(Stream.concat(Stream.of("./tradewind"), Stream.of(arguments)).toList())
            .directory(clone.toFile())
            .redirectErrorStream(true);
    builder.environment().put("JAVA_HOME", folder.resolve("jdk").toString());
    builder.environment().merge("PATH", "", (path, none) -> folder.resolve("bin") + ":" + path);
    builder.environment().put("BUILDS", builds.toString());
    return builder;
  }

  /** A process that has printed its first line after the build. */
  private Process start(String... arguments) throws IOException {
    Process process = process(arguments).start();
    var lines = process.inputReader(UTF_8);
    for (String line = ""; !"started".equals(line); line = lines.readLine()) {
      assertThat(line).isNotNull();
    }
    return process;
  }

  private String afterAChange(String... arguments) throws Exception {
    Files.setLastModifiedTime(clone.resolve("pom.xml"), FileTime.from(Instant.now()));
    return run(arguments);
  }

  private String run(String... arguments) throws Exception {
    return finish(process(arguments).start());
  }

  private static String finish(Process process) throws Exception {
    String printed = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(printed).isZero();
    return printed;
  }
}
