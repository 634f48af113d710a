package dev.tradewind.kernel.trace;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StatementSummariesTest {

  private final StatementSummaries summaries = new StatementSummaries();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT id FROM cart WHERE id = $1 | SELECT cart",
        "SELECT o.id FROM \"order\" AS o JOIN orders.payment AS p ON true"
            + " | SELECT order SELECT orders.payment",
        "UPDATE cart SET version = $2 WHERE id = $1 RETURNING id | UPDATE cart",
        "DELETE FROM session WHERE id = $1 | DELETE session",
        "INSERT INTO region (id) VALUES ($1) ON CONFLICT (id) DO UPDATE SET name = $2"
            + " | INSERT region",
        "SELECT id FROM cart WHERE id = $1 FOR UPDATE SKIP LOCKED | SELECT cart",
        "WITH changed AS (UPDATE cart SET id = $1 RETURNING id), other AS (SELECT 1)"
            + " INSERT INTO outbox (id) SELECT id FROM changed, other | UPDATE cart INSERT outbox",
        "SELECT set_config('tradewind.traceparent', $1, true), catalog.take_stock($2)"
            + " | SELECT catalog.take_stock",
        "SELECT place_order($1, $2::text::json) | SELECT place_order",
        "SELECT count(*) FROM parked_event | SELECT parked_event",
        "SELECT n FROM unnest($1) AS n | SELECT",
        "SELECT extract(epoch FROM occurred_at) FROM outbox WHERE a IS DISTINCT FROM b"
            + " | SELECT outbox",
        "SET lock_timeout = '2s' | SET"
      })
  void aStatementIsNamedByItsActionsAndTables(String statement, String summary) {
    assertThat(summaries.of(statement)).isEqualTo(summary);
  }

  @Test
  void aLongSummaryEndsWithAWholeName() {
    StringBuilder statement = new StringBuilder("SELECT 1 FROM a");
    for (char name = 'a'; name <= 'z'; name++) {
      statement.append(" JOIN a_table_with_a_long_name_").append(name);
    }

    assertThat(summaries.of(statement.toString()))
        .hasSizeLessThanOrEqualTo(255)
        .matches("(SELECT [a-z_]+ )*SELECT a_table_with_a_long_name_[a-z]");
  }
}
