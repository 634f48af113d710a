package dev.tradewind.catalog.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.catalog.TestCatalog;
import io.vertx.sqlclient.Row;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** SQL functions of the stock in a database that a version with one file of them migrated. */
class StockFunctionsIT {

  private static final List<String> FILES =
      List.of("allocation", "fulfillment", "levels", "locations", "reallocation", "reservations");

  /**
   * Signatures that nodes of the version before call; each exists once, so that no call is
   * ambiguous.
   */
  private static final List<String> CALLED_BY_OLDER_NODES =
      List.of(
          "change_reservation(text, jsonb, bigint, timestamp with time zone, text, text)",
          "change_stock(text, text, jsonb, timestamp with time zone, text, text)",
          "create_reservation(jsonb, bigint, timestamp with time zone, text, text)",
          "delete_inventory_items(text[], timestamp with time zone, text, text)",
          "delete_items_of_variants(text[], timestamp with time zone, text, text)",
          "delete_reservation(text, timestamp with time zone, text, text)",
          "delete_stock_location(text, timestamp with time zone, text, text)",
          "fulfill_stock(text, text, jsonb, timestamp with time zone, text, text)",
          "lock_stock(text)",
          "receive_stock(text, text, text, jsonb, timestamp with time zone, text, text)",
          "restore_fulfilled_stock(text, text, timestamp with time zone, text, text)",
          "take_stock(text, text, jsonb, timestamp with time zone, text, text)");

  /** Functions that the next migration has not made. */
  private static final String FORMER_FUNCTIONS =
      """
      SELECT count(*)
      FROM pg_proc
      WHERE pronamespace = 'catalog'::regnamespace AND procost = 99
      """;

  @Test
  void theFunctionsOfTheFormerFileAreReplaced() {
    try (TestCatalog catalog = new TestCatalog()) {
      for (Row function : catalog.sql(signatures())) {
        catalog.sql("ALTER FUNCTION " + function.getString(0) + " COST 99");
      }
      catalog.sql("DELETE FROM schema_history WHERE script = ANY ($1)", (Object) scripts());
      catalog.sql(
          """
          INSERT INTO schema_history (
            installed_rank, description, type, script, checksum, installed_by, execution_time,
            success
          )
          SELECT max(installed_rank) + 1, 'inventory', 'SQL', 'R__inventory.sql', 1, 'catalog', 1, true
          FROM schema_history
          """);
      catalog.sql("UPDATE migration_version SET files = 'those of the version before'");

      catalog.migrate();

      assertThat(catalog.sql(FORMER_FUNCTIONS).iterator().next().getLong(0)).isZero();
      List<String> signatures = new ArrayList<>();
      catalog.sql(signatures()).forEach(row -> signatures.add(row.getString(0)));
      assertThat(signatures).containsExactlyElementsOf(CALLED_BY_OLDER_NODES);
    }
  }

  private static String[] scripts() {
    return FILES.stream().map(file -> "R__" + file + ".sql").toArray(String[]::new);
  }

  /** Signatures of the functions with the names that older nodes call. */
  private static String signatures() {
    List<String> names =
        CALLED_BY_OLDER_NODES.stream().map(each -> each.substring(0, each.indexOf('('))).toList();
    return """
    SELECT proname || '(' || oidvectortypes(proargtypes) || ')'
    FROM pg_proc
    WHERE pronamespace = 'catalog'::regnamespace AND proname IN ('%s')
    ORDER BY 1
    """
        .formatted(String.join("', '", names));
  }
}
