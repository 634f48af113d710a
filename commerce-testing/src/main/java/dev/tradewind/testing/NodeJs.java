package dev.tradewind.testing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Node.js with npm, for tests that run published JavaScript packages. Without it these tests are
 * skipped; with {@code CI=true} they fail.
 */
public final class NodeJs {

  /** Of the module whose tests run. */
  private static final Path SOURCES = Path.of("src/test/javascript");

  private static final Duration TIMEOUT = Duration.ofMinutes(5);

  private final Path folder;
  private final Duration timeout;

  private NodeJs(Path folder, Duration timeout) {
    this.folder = folder;
    this.timeout = timeout;
  }

  /**
   * Installs the packages of the project's lock file.
   *
   * @param project a folder of {@code src/test/javascript}
   * @param folder target of the copied project and its packages
   */
  public static NodeJs install(String project, Path folder) throws Exception {
    return install(SOURCES.resolve(project), folder);
  }

  /**
   * Installs the packages of the project's lock file, of a project with large packages or long
   * scripts.
   *
   * @param timeout of the installation and of each script
   */
  public static NodeJs install(String project, Path folder, Duration timeout) throws Exception {
    return install(SOURCES.resolve(project), folder, timeout);
  }

  /** Installs the packages of the lock file in a folder of the repository. */
  public static NodeJs install(Path project, Path folder) throws Exception {
    return install(project, folder, TIMEOUT);
  }

  private static NodeJs install(Path project, Path folder, Duration timeout) throws Exception {
    NodeJs node = copied(project, folder, timeout);
    node.run("npm", "ci");
    return node;
  }

  /** Scripts of a folder of {@code src/test/javascript} that need no packages. */
  public static NodeJs withoutPackages(String project, Path folder) throws Exception {
    return copied(SOURCES.resolve(project), folder, TIMEOUT);
  }

  private static NodeJs copied(Path project, Path folder, Duration timeout) throws Exception {
    boolean isCi = "true".equals(System.getenv("CI"));
    assumeTrue(isCi || isPresent(), "Node.js with npm is not installed");
    try (Stream<Path> files = Files.list(project)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Files.copy(file, folder.resolve(file.getFileName()));
      }
    }
    return new NodeJs(folder, timeout);
  }

  /** Runs a script of the project and returns its output; fails unless it exits with 0. */
  public String runScript(String script, String... arguments) throws Exception {
    return run(
        Stream.concat(Stream.of("node", script), Stream.of(arguments)).toArray(String[]::new));
  }

  /** Starts a script of the project; its output is appended to the file. */
  public Process startScript(Map<String, String> environment, Path output, String script)
      throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder("node", script)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()));
    builder.environment().putAll(environment);
    return builder.start();
  }

  private static boolean isPresent() {
    try {
      for (String tool : List.of("node", "npm")) {
        if (new ProcessBuilder(tool, "--version").start().waitFor() != 0) {
          return false;
        }
      }
      return true;
    } catch (IOException absent) {
      return false;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private String run(String... command) throws Exception {
    Path output = Files.createTempFile(folder, "output", ".txt");
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    boolean hasEnded = process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS);
    process.destroyForcibly();
    String printed = Files.readString(output, UTF_8);
    assertThat(hasEnded).as(printed).isTrue();
    assertThat(process.exitValue()).as(printed).isZero();
    return printed;
  }
}
