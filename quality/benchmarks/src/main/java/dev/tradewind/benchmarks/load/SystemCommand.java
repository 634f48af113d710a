package dev.tradewind.benchmarks.load;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** Command of the operating system that ends within a minute, with output that fits into a pipe. */
public final class SystemCommand {

  private static final long MAX_SECONDS = 60;

  private SystemCommand() {}

  /**
   * Runs a command.
   *
   * @return its output
   * @throws IllegalStateException with its output if it is not there, fails, or does not end
   */
  public static String run(String... words) {
    String command = String.join(" ", words);
    try {
      Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
      process.getOutputStream().close();
      if (!process.waitFor(MAX_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new IllegalStateException(command + " did not end.");
      }
      String output =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      if (process.exitValue() != 0) {
        throw new IllegalStateException(command + " failed: " + output);
      }
      return output;
    } catch (IOException absent) {
      throw new IllegalStateException(command + " cannot be run.", absent);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(command + " was interrupted.", interrupted);
    }
  }
}
