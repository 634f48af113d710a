package dev.tradewind.acceptance;

import static dev.tradewind.testing.Eventually.LIMIT;
import static dev.tradewind.testing.Eventually.until;
import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.tradewind.launcher.node.StartupBanner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Node in its own JVM that a test can stop, kill, freeze (SIGSTOP) and wake (SIGCONT). */
public final class NodeProcess implements AutoCloseable {

  private final Process process;
  private final Path output;

  private NodeProcess(Process process, Path output) {
    this.process = process;
    this.output = output;
  }

  /** Starts a node without waiting; {@link #awaitServing} waits for it. */
  public static NodeProcess start(
      List<String> jvmOptions, Map<String, String> environment, String... arguments) {
    List<String> start = new ArrayList<>(List.of("start"));
    start.addAll(List.of(arguments));
    return launch(jvmOptions, environment, start);
  }

  /** Starts a node of other classes without waiting. */
  public static NodeProcess startOf(
      String classPath,
      List<String> jvmOptions,
      Map<String, String> environment,
      String... arguments) {
    List<String> start = new ArrayList<>(List.of("start"));
    start.addAll(List.of(arguments));
    return launch(NodeJvm.of(classPath, jvmOptions, environment, start));
  }

  /**
   * Runs the command line, which logs as the program does, not as the tests do; {@link #awaitEnd}
   * waits for its exit status.
   */
  public static NodeProcess command(Map<String, String> environment, String... arguments) {
    return command(List.of(), environment, arguments);
  }

  /** Runs the command line with options of the JVM. */
  public static NodeProcess command(
      List<String> jvmOptions, Map<String, String> environment, String... arguments) {
    List<String> options = new ArrayList<>(jvmOptions);
    options.add("-Dlogback.configurationFile=logback.xml");
    return launch(options, environment, List.of(arguments));
  }

  private static NodeProcess launch(
      List<String> jvmOptions, Map<String, String> environment, List<String> arguments) {
    return launch(NodeJvm.with(jvmOptions, environment, arguments));
  }

  private static NodeProcess launch(ProcessBuilder builder) {
    try {
      Path output = Files.createTempFile("tradewind-node", ".out");
      output.toFile().deleteOnExit();
      return new NodeProcess(builder.redirectOutput(output.toFile()).start(), output);
    } catch (IOException failure) {
      throw new AssertionError(failure);
    }
  }

  public NodeProcess awaitServing() {
    return awaitThat(() -> prints(StartupBanner.END));
  }

  public NodeProcess awaitThat(BooleanSupplier holds) {
    until(
        () -> {
          boolean isReached = holds.getAsBoolean();
          if (!isReached && !process.isAlive()) {
            throw new AssertionError("The process has ended:\n" + output());
          }
          return isReached;
        },
        this::output);
    return this;
  }

  /** Requests a graceful shutdown (SIGTERM). */
  public void askToStop() {
    process.destroy();
  }

  /** Stops gracefully, and returns the exit status. */
  public int stop() {
    askToStop();
    return awaitEnd();
  }

  public int awaitEnd() {
    try {
      if (!process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
        throw new AssertionError("Still running:\n" + output());
      }
      return process.exitValue();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new AssertionError(interrupted);
    }
  }

  /** Kills the process (SIGKILL). */
  public void kill() {
    process.destroyForcibly();
    awaitEnd();
  }

  /** Freezes the process (SIGSTOP): it keeps its sockets open and does not run. */
  public void freeze() {
    signal("STOP");
    // On a busy machine the signal arrives late, while the process continues to run.
    awaitThat(this::isFrozen);
  }

  private boolean isFrozen() {
    try {
      Process asking =
          new ProcessBuilder("ps", "-o", "state=", "-p", Long.toString(process.pid())).start();
      return new String(asking.getInputStream().readAllBytes(), US_ASCII).strip().startsWith("T");
    } catch (IOException failure) {
      throw new AssertionError(failure);
    }
  }

  public void wake() {
    signal("CONT");
  }

  private void signal(String name) {
    try {
      int exit =
          new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
      if (exit != 0) {
        throw new AssertionError("kill -" + name + " answered " + exit);
      }
    } catch (IOException failure) {
      throw new AssertionError(failure);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new AssertionError(interrupted);
    }
  }

  public long pid() {
    return process.pid();
  }

  public boolean prints(String words) {
    return output().contains(words);
  }

  public String output() {
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
