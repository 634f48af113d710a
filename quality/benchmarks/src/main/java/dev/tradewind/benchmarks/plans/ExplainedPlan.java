package dev.tradewind.benchmarks.plans;

import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** A statement with its plan by PostgreSQL. */
record ExplainedPlan(String sql, List<String> plan) {

  /** Enough for a warm cache and a generic plan. */
  private static final int REPETITIONS = 7;

  static ExplainedPlan of(Pool pool, RecordingClient.Statement statement) throws Exception {
    String sql = "EXPLAIN (ANALYZE, BUFFERS, COSTS OFF) " + statement.sql();
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < REPETITIONS; i++) {
      lines.clear();
      await(pool.preparedQuery(sql).execute(statement.parameters()))
          .forEach(row -> lines.add(row.getString(0)));
    }
    return new ExplainedPlan(statement.sql().strip(), List.copyOf(lines));
  }

  private static <T> T await(Future<T> future) throws Exception {
    return future.toCompletionStage().toCompletableFuture().get(120, TimeUnit.SECONDS);
  }

  double millis() {
    return plan.stream()
        .filter(line -> line.startsWith("Execution Time: "))
        .mapToDouble(line -> Double.parseDouble(line.split(" ")[2]))
        .sum();
  }

  /** Blocks that the statement read, from the cache or from disk. */
  long buffers() {
    // The topmost line counts the blocks of all nodes; a later one counts the blocks of planning.
    return plan.stream()
        .map(String::strip)
        .filter(line -> line.startsWith("Buffers: shared"))
        .findFirst()
        .map(line ->
            Pattern.compile("(?:hit|read)=(\\d+)")
                .matcher(line)
                .results()
                .mapToLong(found -> Long.parseLong(found.group(1)))
                .sum())
        .orElse(0L);
  }

  String text() {
    return "== %.3f ms%n%s%n--%n%s%n".formatted(millis(), sql, String.join("\n", plan));
  }
}
