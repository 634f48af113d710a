package dev.tradewind.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Prometheus' promtool (Debian's package {@code prometheus}), where it is installed. */
public final class Promtool {

  private Promtool() {}

  public static boolean isInstalled() {
    return SystemCommands.succeeds("promtool", "--version");
  }

  /** Output of a command with the file as its input; empty if it finds nothing to say. */
  public static String check(Path input, String... arguments) throws IOException {
    return output(start(input, arguments)).strip();
  }

  /**
   * Runs a command.
   *
   * @throws AssertionError with its output if it fails
   */
  public static void run(String... arguments) throws IOException {
    Process process = start(null, arguments);
    String output = output(process);
    if (process.exitValue() != 0) {
      throw new AssertionError(output);
    }
  }

  private static Process start(@Nullable Path input, String... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of("promtool"));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    if (input != null) {
      builder.redirectInput(input.toFile());
    }
    return builder.start();
  }

  private static String output(Process process) throws IOException {
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    try {
      process.waitFor();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new AssertionError(interrupted);
    }
    return output;
  }
}
