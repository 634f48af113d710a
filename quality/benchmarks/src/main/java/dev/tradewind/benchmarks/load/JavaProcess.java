package dev.tradewind.benchmarks.load;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Child JVM with this one's options and libraries, controlled by lines on its standard input. It
 * ends with this one.
 */
public final class JavaProcess implements AutoCloseable {

  private final Process process;
  private final BufferedReader output;
  private final BufferedWriter input;

  private JavaProcess(Process process) {
    this.process = process;
    this.output =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    this.input =
        new BufferedWriter(
            new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
  }

  /**
   * Starts a process whose responses are read line by line; its error output goes to this console.
   */
  public static JavaProcess talking(String mainClass, String... arguments) {
    return start(
        builder(List.of(), mainClass, Map.of(), arguments)
            .redirectError(ProcessBuilder.Redirect.INHERIT));
  }

  /** Starts a process whose output goes to a file. */
  public static JavaProcess logging(
      Path log, Map<String, String> environment, String mainClass, String... arguments) {
    return logging(log, List.of(), environment, mainClass, arguments);
  }

  /** Starts a process with JVM options of its own and its output in a file. */
  public static JavaProcess logging(
      Path log,
      List<String> options,
      Map<String, String> environment,
      String mainClass,
      String... arguments) {
    return logging(log, List.of(), options, environment, mainClass, arguments);
  }

  /**
   * As above, by a command that prepares the process.
   *
   * @param wrapper words of a command that becomes the command after it, such as {@code nsenter}
   */
  public static JavaProcess logging(
      Path log,
      List<String> wrapper,
      List<String> options,
      Map<String, String> environment,
      String mainClass,
      String... arguments) {
    File file = log.toFile();
    ProcessBuilder builder = builder(options, mainClass, environment, arguments);
    builder.command().addAll(0, wrapper);
    return start(builder.redirectErrorStream(true).redirectOutput(file));
  }

  private static ProcessBuilder builder(
      List<String> options,
      String mainClass,
      Map<String, String> environment,
      String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), mainClass));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().keySet().removeIf(name -> name.startsWith("TRADEWIND_"));
    builder.environment().putAll(environment);
    return builder;
  }

  private static JavaProcess start(ProcessBuilder builder) {
    try {
      return new JavaProcess(builder.start());
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  public JavaProcess awaitReady() {
    String line = read();
    if (!line.equals("ready")) {
      throw new IllegalStateException("A process did not start: " + line);
    }
    return this;
  }

  public String ask(String line) {
    tell(line);
    return read();
  }

  /** Sends a line whose response is read later. */
  public void tell(String line) {
    try {
      input.write(line);
      input.newLine();
      input.flush();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** Waits for the next line of output. */
  public String read() {
    try {
      String line = output.readLine();
      if (line == null) {
        throw new IllegalStateException("A process ended: " + process.info());
      }
      return line;
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** Waits for a process that ends by itself. */
  public void awaitSuccess(String what) throws InterruptedException {
    awaitSuccess(what, Duration.ofMinutes(3));
  }

  public void awaitSuccess(String what, Duration longest) throws InterruptedException {
    if (!process.waitFor(longest.toSeconds(), TimeUnit.SECONDS) || process.exitValue() != 0) {
      process.destroyForcibly();
      throw new IllegalStateException(what + " failed; see its log.");
    }
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  public long id() {
    return process.pid();
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(20, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException interrupted) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
