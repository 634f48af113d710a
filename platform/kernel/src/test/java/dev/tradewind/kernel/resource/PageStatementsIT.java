package dev.tradewind.kernel.resource;

import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.kernel.resource.read.ResourceReader;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PageStatementsIT {

  private static Workshop workshop;
  private static ResourceReader reader;

  @BeforeAll
  static void open() {
    workshop = new Workshop();
    reader = new ResourceReader(workshop.counted);
    workshop.sql(
        "INSERT INTO maker (id, name) SELECT 'm' || n, 'x' FROM generate_series(0, 9) AS n");
    workshop.sql(
        """
        INSERT INTO tool (id, created_at, updated_at, name, maker_id)
        SELECT 't' || n, now(), now(), 'saw', 'm' || n % 10 FROM generate_series(1, 120) AS n
        """);
    workshop.sql(
        """
        INSERT INTO part (id, tool_id, name)
        SELECT 'p' || n, 't' || 1 + n % 120, 'blade' FROM generate_series(1, 500) AS n
        """);
  }

  @AfterAll
  static void close() {
    workshop.close();
  }

  /** The page with its exact count, and one for each expanded relation. */
  @ParameterizedTest
  @CsvSource({
    "1, '', 1",
    "10, '', 1",
    "100, '', 1",
    "1, parts, 2",
    "10, parts, 2",
    "100, parts, 2",
    "1, 'maker,parts', 3",
    "100, 'maker,parts', 3",
    "1, 'maker.tools,parts', 4",
    "10, 'maker.tools,parts', 4",
    "100, 'maker.tools,parts', 4",
  })
  void aPageCostsTheSameAtAnySize(int limit, String expand, int statements) {
    JsonObject query = new JsonObject().put("limit", limit).put("expand", expand);

    int counted =
        workshop.statementsSince(
            () -> assertThat(await(reader.list(Workshop.LISTING, query)).rows()).hasSize(limit));

    assertThat(counted).isEqualTo(statements);
  }
}
