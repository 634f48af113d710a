package dev.tradewind.testing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tradewind.embedded.Home;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * Node.js with npm, for tests that run published JavaScript packages. Without it these tests are
 * skipped; with {@code CI=true} they fail.
 */
public final class NodeJs {

  /** Folders that npm and the builds of packages write. */
  private static final Set<Path> BUILT =
      Set.of(Path.of("node_modules"), Path.of("dist"), Path.of("build"), Path.of("generated"));

  /** Of the module whose tests run. */
  private static final Path SOURCES = Path.of("src/test/javascript");

  /** From the folder of each module. */
  private static final Path BROWSER = Path.of("../acceptance-tests/src/test/javascript/dashboard");

  private static final Duration TIMEOUT = Duration.ofMinutes(5);
  private static final Duration BROWSER_TIMEOUT = Duration.ofMinutes(12);

  private final Path folder;
  private final Duration timeout;

  NodeJs(Path folder, Duration timeout) {
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

  /**
   * Installs the packages of another project's lock file for the scripts of a project.
   *
   * @param packages a folder of {@code src/test/javascript} with package files
   */
  public static NodeJs install(String project, String packages, Path folder, Duration timeout)
      throws Exception {
    NodeJs node = copied(SOURCES.resolve(project), folder, timeout);
    copied(SOURCES.resolve(packages), folder, timeout);
    NpmPackages.link(folder, timeout);
    return node;
  }

  /** Installs the browser, which comes with an npm package, and the scripts that drive it. */
  public static NodeJs installBrowser(Path folder) throws Exception {
    assumeTrue(
        isCi() || "amd64".equals(System.getProperty("os.arch")),
        "The npm package with Chromium is made for x86-64");
    return install(BROWSER, folder, BROWSER_TIMEOUT);
  }

  /** Installs the packages of the lock file in a folder of the repository. */
  public static NodeJs install(Path project, Path folder) throws Exception {
    return install(project, folder, TIMEOUT);
  }

  private static NodeJs install(Path project, Path folder, Duration timeout) throws Exception {
    NodeJs node = copied(project, folder, timeout);
    NpmPackages.link(folder, timeout);
    return node;
  }

  /** Scripts of a folder of {@code src/test/javascript} that need no packages. */
  public static NodeJs withoutPackages(String project, Path folder) throws Exception {
    return copied(SOURCES.resolve(project), folder, TIMEOUT);
  }

  private static NodeJs copied(Path project, Path folder, Duration timeout) throws Exception {
    assumeTrue(isCi() || isPresent(), "Node.js with npm is not installed");
    try (Stream<Path> files = Files.walk(project)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path relative = project.relativize(file);
        if (StreamSupport.stream(relative.spliterator(), false).noneMatch(BUILT::contains)) {
          Files.createDirectories(folder.resolve(relative).getParent());
          Files.copy(file, folder.resolve(relative), StandardCopyOption.REPLACE_EXISTING);
        }
      }
    }
    return new NodeJs(folder, timeout);
  }

  /** Runs a script of the project and returns its output; fails unless it exits with 0. */
  public String runScript(String script, String... arguments) throws Exception {
    return run(command(script, arguments));
  }

  private static String[] command(String script, String... arguments) {
    return Stream.concat(Stream.of("node", script), Stream.of(arguments)).toArray(String[]::new);
  }

  /**
   * Folder for the pictures of a browser: with {@code -Dtradewind.screenshots=true} the pictures of
   * the documentation are renewed.
   */
  public String pictures() {
    Path target =
        Boolean.getBoolean("tradewind.screenshots")
            ? Home.folder().resolve("docs/images")
            : folder.resolve("pictures");
    return target.toString();
  }

  /** Starts a script of the project; its output is appended to the file. */
  public Process startScript(
      Map<String, String> environment, Path output, String script, String... arguments)
      throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(command(script, arguments))
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()));
    builder.environment().putAll(environment);
    return builder.start();
  }

  private static boolean isCi() {
    return "true".equals(System.getenv("CI"));
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

  /** Runs a command in the folder and returns its output; fails unless it exits with 0. */
  public String run(String... command) throws Exception {
    return run(Map.of(), command);
  }

  /** Runs commands of a shell, such as the commands of a page, in another folder. */
  public String runShell(Path target, String commands) throws Exception {
    return run("sh", "-ec", "cd '" + target + "'\n" + commands);
  }

  /** Runs a command with further environment variables. */
  public String run(Map<String, String> environment, String... command) throws Exception {
    Path output = Files.createTempFile(folder, "output", ".txt");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder.environment().putAll(environment);
    Process process = builder.start();
    boolean hasEnded = process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS);
    process.destroyForcibly();
    String printed = Files.readString(output, UTF_8);
    assertThat(hasEnded).as(printed).isTrue();
    assertThat(process.exitValue()).as(printed).isZero();
    return printed;
  }
}
