package dev.tradewind.acceptance.commandline;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * Shell in the folder of a test, with the JDK of the tests on its path.
 *
 * @param environment variables beside those of the tests
 */
record Shell(Path folder, Map<String, String> environment) {

  Shell(Path folder) {
    this(folder, Map.of());
  }

  /** Runs commands, which have to succeed, and returns what they print. */
  String run(String commands) throws IOException, InterruptedException {
    ProcessBuilder shell =
        new ProcessBuilder("sh", "-c", commands)
            .directory(folder.toFile())
            .redirectErrorStream(true);
    shell.environment().putAll(environment);
    shell
        .environment()
        .merge(
            "PATH",
            Path.of(System.getProperty("java.home"), "bin").toString(),
            (path, jdk) -> jdk + ":" + path);
    Process process = shell.start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as("%s\n%s", commands, output).isZero();
    return output;
  }

  /**
   * Builds the jar of a plugin from its only class and from what is in {@code classes}.
   *
   * @param type name of the class
   * @param jar path in the folder
   */
  void buildPlugin(String type, String source, String jar)
      throws IOException, InterruptedException {
    Path file = folder.resolve(type.replace('.', '/') + ".java");
    Files.createDirectories(file.getParent());
    Files.writeString(file, source);
    Path services = Files.createDirectories(folder.resolve("classes/META-INF/services"));
    Files.writeString(services.resolve("dev.tradewind.spi.Plugin"), type + "\n");
    run(
        "javac -proc:none -cp '%s' -d classes %s"
            .formatted(System.getProperty("java.class.path"), folder.relativize(file)));
    Files.createDirectories(folder.resolve(jar).getParent());
    run("jar --create --file %s -C classes .".formatted(jar));
  }
}
