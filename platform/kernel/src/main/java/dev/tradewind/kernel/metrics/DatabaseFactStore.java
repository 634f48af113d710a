package dev.tradewind.kernel.metrics;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Store of facts: one statement reads all of them. */
final class DatabaseFactStore {

  /**
   * Value of a fact.
   *
   * @param fact its index
   * @param label value of its label; null without one
   */
  record Sample(int fact, @Nullable String label, double value) {}

  private final String statement;

  DatabaseFactStore(List<DatabaseFact> facts) {
    this.statement =
        IntStream.range(0, facts.size())
            .mapToObj(index ->
                "SELECT %s AS fact, label, value::float8 FROM (%s) AS sampled (label, value)"
                    .formatted(index, facts.get(index).query()))
            .collect(Collectors.joining("\nUNION ALL\n"));
  }

  Future<List<Sample>> read(SqlClient db) {
    return db.preparedQuery(statement)
        .execute()
        .map(rows ->
            rows.stream()
                .map(row ->
                    new Sample(
                        row.getInteger("fact"), row.getString("label"), row.getDouble("value")))
                .toList());
  }
}
