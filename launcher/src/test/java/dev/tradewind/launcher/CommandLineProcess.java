package dev.tradewind.launcher;

import dev.tradewind.embedded.Home;
import dev.tradewind.launcher.config.Setting;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Command line in a process of its own, with an environment, arguments and an exit code. */
final class CommandLineProcess implements AutoCloseable {

  private static final long PAUSE_MILLIS = 50;

  private final Process process;
  private final Path output;

  private CommandLineProcess(Process process, Path output) {
    this.process = process;
    this.output = output;
  }

  static CommandLineProcess start(Map<String, String> environment, String... arguments)
      throws IOException {
    return startOn(System.getProperty("java.class.path"), environment, arguments);
  }

  /** With a folder whose resources take precedence. */
  static CommandLineProcess startWith(
      Path resources, Map<String, String> environment, String... arguments) throws IOException {
    return startOn(
        resources + File.pathSeparator + System.getProperty("java.class.path"),
        environment,
        arguments);
  }

  private static CommandLineProcess startOn(
      String classPath, Map<String, String> environment, String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Dtradewind.home=" + Home.folder());
    // Logs as the program does, not as the tests do.
    command.add("-Dlogback.configurationFile=logback.xml");
    command.add("-XX:TieredStopAtLevel=1");
    command.add("-XX:+UseSerialGC");
    command.add("--enable-native-access=ALL-UNNAMED");
    command.addAll(List.of("-cp", classPath));
    command.add(Tradewind.class.getName());
    command.addAll(List.of(arguments));
    Path output = Files.createTempFile("tradewind", ".out");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith(Setting.PREFIX));
    builder.environment().putAll(environment);
    return new CommandLineProcess(builder.start(), output);
  }

  /** Waits for the exit code. */
  int exit() throws InterruptedException {
    if (!process.waitFor(180, TimeUnit.SECONDS)) {
      throw new AssertionError("Still running:\n" + output());
    }
    return process.exitValue();
  }

  /** Sends SIGTERM, as a service manager does. */
  int terminate() throws InterruptedException {
    process.destroy();
    return exit();
  }

  CommandLineProcess awaitThat(BooleanSupplier holds) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(180);
    while (!holds.getAsBoolean()) {
      if (!process.isAlive() || System.nanoTime() > deadline) {
        throw new AssertionError("It never came:\n" + output());
      }
      Thread.sleep(PAUSE_MILLIS);
    }
    return this;
  }

  boolean prints(String words) {
    return output().contains(words);
  }

  String output() {
    try {
      return Files.readString(output);
    } catch (IOException failure) {
      throw new AssertionError(failure);
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
