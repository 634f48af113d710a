package dev.tradewind.testing;

import java.io.IOException;

/** Commands of the operating system that tests ask whether they can use. */
public final class SystemCommands {

  private SystemCommands() {}

  /** Whether a command is there and succeeds; its output is dropped. */
  public static boolean succeeds(String... command) {
    try {
      return new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException absent) {
      return false;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new AssertionError(interrupted);
    }
  }
}
