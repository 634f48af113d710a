package dev.tradewind.acceptance;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.tradewind.embedded.Home;
import dev.tradewind.launcher.Tradewind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** A node in a JVM of its own, which can be told to stop, killed, frozen and woken. */
public final class NodeProcess implements AutoCloseable {

  private static final long PAUSE_MILLIS = 20;
  private static final long LONGEST_WAIT_SECONDS = 60;

  private final Process process;
  private final Path output;

  private NodeProcess(Process process, Path output) {
    this.process = process;
    this.output = output;
  }

  /** Begins to start a node; {@link #awaitServing} waits for it. */
  public static NodeProcess start(
      List<String> jvmOptions, Map<String, String> environment, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Dtradewind.home=" + Home.folder());
    // Several nodes start at once on few cores; none lives long enough for the second compiler.
    command.add("-XX:TieredStopAtLevel=1");
    command.add("-Xmx256m");
    command.addAll(jvmOptions);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(Tradewind.class.getName());
    command.add("start");
    command.addAll(List.of(arguments));
    try {
      Path output = Files.createTempFile("tradewind-node", ".out");
      output.toFile().deleteOnExit();
      ProcessBuilder builder =
          new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
      builder.environment().keySet().removeIf(name -> name.startsWith("TRADEWIND_"));
      builder.environment().putAll(environment);
      return new NodeProcess(builder.start(), output);
    } catch (IOException failure) {
      throw new AssertionError(failure);
    }
  }

  public NodeProcess awaitServing() {
    return awaitThat(() -> output().contains("Stop with Ctrl-C"));
  }

  public NodeProcess awaitThat(BooleanSupplier holds) {
    long giveUp = System.nanoTime() + TimeUnit.SECONDS.toNanos(LONGEST_WAIT_SECONDS);
    while (!holds.getAsBoolean()) {
      if (!process.isAlive() || System.nanoTime() > giveUp) {
        throw new AssertionError("It never came:\n" + output());
      }
      pause();
    }
    return this;
  }

  /** Asks it to end, as Ctrl-C and a service manager do. */
  public void askToStop() {
    process.destroy();
  }

  public int awaitEnd() {
    try {
      if (!process.waitFor(LONGEST_WAIT_SECONDS, TimeUnit.SECONDS)) {
        throw new AssertionError("Still running:\n" + output());
      }
      return process.exitValue();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new AssertionError(interrupted);
    }
  }

  /** Ends it as a power cut does. */
  public void kill() {
    process.destroyForcibly();
    awaitEnd();
  }

  /** Stops its time: the process keeps its sockets and does nothing. */
  public void freeze() {
    signal("STOP");
    // A busy machine takes a while to bring the signal to the process, which works on meanwhile.
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

  public String output() {
    try {
      return Files.readString(output);
    } catch (IOException failure) {
      throw new AssertionError(failure);
    }
  }

  public static void pause() {
    try {
      Thread.sleep(PAUSE_MILLIS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new AssertionError(interrupted);
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
