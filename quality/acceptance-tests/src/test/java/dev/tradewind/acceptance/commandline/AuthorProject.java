package dev.tradewind.acceptance.commandline;

import static dev.tradewind.testing.Eventually.LIMIT;
import static dev.tradewind.testing.Eventually.until;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.embedded.Home;
import dev.tradewind.spi.Plugin;
import dev.tradewind.spi.testing.TestNode;
import io.vertx.core.Vertx;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

/**
 * Maven project of the author of a plugin, copied out of this tree. Maven has a local repository of
 * its own for it: the libraries that this build has, and beside them the jars for authors as they
 * are on the class path, so that nothing is installed.
 */
final class AuthorProject {

  private static final Pattern VERSION =
      Pattern.compile("<artifactId>tradewind</artifactId>\\s*<version>([^<]+)</version>");

  private final Path project;
  private final Path repository;

  private AuthorProject(Path project, Path repository) {
    this.project = project;
    this.repository = repository;
  }

  /**
   * Copies a project.
   *
   * @param example folder of {@code docs/examples}
   * @param folder gets the project and the repository
   */
  static AuthorProject copyOf(String example, Path folder) throws Exception {
    Path source = Home.folder().resolve("docs/examples").resolve(example);
    Path project = folder.resolve(example);
    try (Stream<Path> files = Files.walk(source)) {
      for (Path file : files.filter(one -> !one.startsWith(source.resolve("target"))).toList()) {
        Files.copy(file, project.resolve(source.relativize(file).toString()));
      }
    }
    return new AuthorProject(project, repository(folder.resolve("repository")));
  }

  /**
   * Project that was made in a folder.
   *
   * @param folder gets the repository
   */
  static AuthorProject of(Path project, Path folder) throws Exception {
    return new AuthorProject(project, repository(folder.resolve("repository")));
  }

  private static Path repository(Path repository) throws Exception {
    Path known = localRepository();
    link(known, repository, "dev");
    link(known.resolve("dev"), repository.resolve("dev"), "tradewind");
    String version = version();
    publish(repository, "tradewind", version, Home.folder().resolve("pom.xml"), null);
    publishJar(repository, "tradewind-spi", version, Plugin.class);
    publishJar(repository, "tradewind-spi-testing", version, TestNode.class);
    return repository;
  }

  /** The jar, or the folder of classes, is in the folder target of its module. */
  private static void publishJar(Path repository, String artifact, String version, Class<?> type)
      throws Exception {
    Path classes = location(type);
    Path pom = classes.getParent().getParent().resolve("pom.xml");
    publish(repository, artifact, version, pom, classes);
  }

  private static String version() throws IOException {
    Matcher version = VERSION.matcher(Files.readString(Home.folder().resolve("pom.xml")));
    assertThat(version.find()).isTrue();
    return version.group(1);
  }

  /** Maven's local repository, wherever it is configured: Vert.x is five folders below. */
  private static Path localRepository() throws URISyntaxException {
    Path folder = location(Vertx.class);
    for (int level = 0; level < 5; level++) {
      folder = folder.getParent();
    }
    return folder;
  }

  private static Path location(Class<?> type) throws URISyntaxException {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
  }

  private static void link(Path from, Path to, String leftOut) throws IOException {
    Files.createDirectories(to);
    if (Files.isDirectory(from)) {
      try (Stream<Path> entries = Files.list(from)) {
        for (Path entry : entries.toList()) {
          if (!entry.endsWith(leftOut)) {
            Files.createSymbolicLink(to.resolve(entry.getFileName()), entry);
          }
        }
      }
    }
  }

  private static void publish(
      Path repository, String artifact, String version, Path pom, Path classes) throws IOException {
    Path folder = repository.resolve("dev/tradewind").resolve(artifact).resolve(version);
    Files.createDirectories(folder);
    Files.copy(pom, folder.resolve(artifact + "-" + version + ".pom"));
    Path jar = folder.resolve(artifact + "-" + version + ".jar");
    if (classes != null && Files.isDirectory(classes)) {
      assertThat(
              ToolProvider.findFirst("jar")
                  .orElseThrow()
                  .run(
                      System.out,
                      System.err,
                      "--create",
                      "--file",
                      jar.toString(),
                      "-C",
                      classes.toString(),
                      "."))
          .isZero();
    } else if (classes != null) {
      Files.copy(classes, jar);
    }
  }

  /** Runs its tests and returns the folder of what it has built. */
  Path build() throws Exception {
    Path output = project.resolve("build.log");
    ProcessBuilder maven =
        new ProcessBuilder("mvn", "-B", "-Dmaven.repo.local=" + repository, "package")
            .directory(project.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    maven.environment().put("JAVA_HOME", System.getProperty("java.home"));
    maven.environment().keySet().removeAll(List.of("MAVEN_OPTS", "MAVEN_ARGS"));
    Process process = maven.start();
    try {
      assertThat(process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).as(Files.readString(output, UTF_8)).isZero();
    } finally {
      process.destroyForcibly().waitFor();
      deleteRepository();
    }
    assertThat(output).content().containsPattern("Tests run: [1-9]\\d*, Failures: 0, Errors: 0");
    return project.resolve("target");
  }

  /** The links go, and what they lead to stays. */
  private void deleteRepository() throws IOException {
    try (Stream<Path> files = Files.walk(repository)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  /** Runs a class of its tests until it is closed; it prints that it listens. */
  AutoCloseable run(String main, String... arguments) throws Exception {
    Path output = project.resolve("run.log");
    List<String> command =
        Stream.concat(
                Stream.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-cp",
                    project.resolve("target/test-classes")
                        + File.pathSeparator
                        + System.getProperty("java.class.path"),
                    main),
                Stream.of(arguments))
            .toList();
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      until(
          () -> {
            assertThat(process.isAlive()).as(Files.readString(output)).isTrue();
            return Files.readString(output).contains(" listens on ");
          },
          () -> Files.readString(output));
    } catch (AssertionError failure) {
      process.destroyForcibly();
      throw failure;
    }
    return process::destroyForcibly;
  }
}
