package dev.tradewind.acceptance.movein;

import static dev.tradewind.testing.Eventually.LIMIT;
import static dev.tradewind.testing.Eventually.until;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.NodeJvm;
import dev.tradewind.testing.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Processes of the command that moves a shop in. */
final class MoveInCommandProcess {

  private static final String OUTPUT = "output.txt";

  private MoveInCommandProcess() {}

  static Process start(TestDatabase source, TestDatabase target, Path folder, String... options)
      throws Exception {
    List<String> command = new ArrayList<>(List.of("move-in", source.url()));
    command.addAll(List.of(options));
    return NodeJvm.with(
            List.of("-Xmx512m"), Map.of("TRADEWIND_DATABASE_URL", target.url()), command)
        .redirectOutput(folder.resolve(OUTPUT).toFile())
        .start();
  }

  /** Exit status of the command when it has ended. */
  static int status(TestDatabase source, TestDatabase target, Path folder, String... options)
      throws Exception {
    Process process = start(source, target, folder, options);
    if (!process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
      process.destroyForcibly().waitFor();
    }
    return process.exitValue();
  }

  static String output(Path folder) throws IOException {
    return Files.readString(folder.resolve(OUTPUT));
  }

  /** Kills the command while it writes the payments of orders. */
  static void killInPayments(
      TestDatabase source, TestDatabase target, Path folder, String... options) throws Exception {
    try (Connection blocker = target.connect();
        Statement statement = blocker.createStatement()) {
      blocker.setAutoCommit(false);
      statement.execute("LOCK TABLE orders.payment IN SHARE ROW EXCLUSIVE MODE");
      Process process = start(source, target, folder, options);
      try {
        awaitBlocked(process, target, folder);
      } finally {
        process.destroyForcibly().waitFor();
      }
      blocker.rollback();
    }
  }

  private static void awaitBlocked(Process process, TestDatabase target, Path folder) {
    until(() -> {
      assertThat(process.isAlive()).as(output(folder)).isTrue();
      return !GeneratedMedusaShop.value(
              target,
              "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
                  + " AND datname = current_database() AND query LIKE '%orders.payment%'")
          .equals("0");
    });
  }
}
