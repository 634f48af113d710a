package dev.tradewind.acceptance.movein;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.StaffClient;
import dev.tradewind.acceptance.catalog.CsvAdminClient;
import dev.tradewind.archive.ArchiveException;
import dev.tradewind.archive.ShopExport;
import dev.tradewind.archive.ShopImport;
import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.testing.TestDatabase;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Export of a shop that has sold, and its import into a new database. */
class ShopArchiveIT {

  private static final List<String> LISTS =
      List.of(
          "/admin/products?limit=100",
          "/admin/product-categories",
          "/admin/regions",
          "/admin/shipping-options",
          "/admin/discounts",
          "/admin/customers",
          "/admin/users",
          "/admin/return-reasons",
          "/admin/notes",
          "/admin/orders",
          "/admin/returns",
          "/admin/draft-orders",
          "/admin/publishable-api-keys",
          "/admin/store");

  private static final TestDatabase SOURCE = Shop.migratedDatabase();
  private static Shop shop;
  private static StaffClient staff;
  private static String orderId;
  private static String file;

  @TempDir private Path folder;

  @BeforeAll
  static void sell() {
    shop = Shop.on(SOURCE.url());
    staff = new StaffClient(shop);
    String parent =
        staff
            .post("/admin/return-reasons", "{'value': 'parent', 'label': 'Parent'}")
            .getJsonObject("return_reason")
            .getString("id");
    staff.post(
        "/admin/return-reasons",
        "{'value': 'child', 'label': 'Child', 'parent_return_reason_id': '%s'}",
        parent);
    JsonObject order =
        shop.storefront()
            .post(
                "/store/carts/"
                    + shop.readyCart(shop.newVariant(1_000, 10).getString("id"), 2)
                    + "/complete",
                null)
            .body()
            .getJsonObject("data");
    orderId = order.getString("id");
    staff.post("/admin/orders/" + orderId + "/capture", "");
    staff.post(
        "/admin/orders/" + orderId + "/return",
        "{'items': [{'item_id': '%s', 'quantity': 1}]}",
        order.getJsonArray("items").getJsonObject(0).getString("id"));
    staff.post(
        "/admin/notes",
        "{'resource_type': 'order', 'resource_id': '%s', 'value': 'line 1\\nline 2'}",
        orderId);
    file = new CsvAdminClient(shop.storefront(), staff.credentials()).upload("bytes of a file");
  }

  @AfterAll
  static void close() {
    shop.close();
  }

  private static DatabaseConfig config(TestDatabase database) {
    return DatabaseConfig.parse(database.url(), 1);
  }

  private long export() {
    return ShopExport.run(
        config(SOURCE), folder.resolve("shop"), null, (table, rows, expected) -> {});
  }

  private long importInto(TestDatabase target) {
    return ShopImport.run(folder.resolve("shop"), config(target), (table, rows, expected) -> {});
  }

  @Test
  void anImportedShopAnswersAsTheExportedOne() {
    TestDatabase target = Shop.migratedDatabase();

    assertThat(importInto(exportedFirst(target))).isGreaterThan(500);

    Shop imported = Shop.on(target.url());
    try {
      StaffClient there = new StaffClient(imported.storefront(), staff.credentials());
      for (String list : LISTS) {
        assertThat(there.get(list)).as(list).isEqualTo(staff.get(list));
      }
      assertThat(there.get("/admin/orders/" + orderId))
          .isEqualTo(staff.get("/admin/orders/" + orderId));
      assertThat(new CsvAdminClient(imported.storefront(), staff.credentials()).download(file))
          .isEqualTo("bytes of a file");
      int number =
          staff.get("/admin/orders/" + orderId).getJsonObject("order").getInteger("display_id");
      JsonObject next =
          imported
              .storefront()
              .post(
                  "/store/carts/"
                      + imported.readyCart(imported.newVariant(500, 1).getString("id"), 1)
                      + "/complete",
                  null)
              .body()
              .getJsonObject("data");
      assertThat(next.getInteger("display_id")).isEqualTo(number + 1);
    } finally {
      imported.close();
    }
    assertThatThrownBy(() -> importInto(target))
        .isInstanceOf(ArchiveException.class)
        .hasMessageContaining("is not empty");
  }

  private TestDatabase exportedFirst(TestDatabase target) {
    export();
    return target;
  }

  @Test
  void anInterruptedExportExportsWhatIsMissingOrHasChanged() throws IOException {
    long rows = export();
    Path archive = folder.resolve("shop");
    Path manifest = archive.resolve("shop.json");
    JsonObject begun = new JsonObject(Files.readString(manifest)).put("complete", false);
    JsonArray kept = new JsonArray();
    for (Object table : begun.getJsonArray("tables")) {
      if (!((JsonObject) table).getString("table").equals("orders.\"order\"")) {
        kept.add(table);
      }
    }
    begun.put("tables", kept);
    Files.writeString(manifest, begun.encode());
    Files.writeString(archive.resolve("orders/order.ndjson"), "{\"id\": \"cut o");
    Files.writeString(archive.resolve("orders/payment.ndjson"), "kept");
    staff.post(
        "/admin/notes",
        "{'resource_type': 'order', 'resource_id': '%s', 'value': 'later'}",
        orderId);
    assertThatThrownBy(() -> importInto(Shop.migratedDatabase()))
        .isInstanceOf(ArchiveException.class)
        .hasMessageContaining("was interrupted");

    assertThat(export()).isGreaterThan(rows);

    assertThat(Files.readAllLines(archive.resolve("orders/order.ndjson")))
        .hasSize(1)
        .allSatisfy(line -> assertThat(new JsonObject(line).getString("id")).isEqualTo(orderId));
    assertThat(Files.readString(archive.resolve("orders/note.ndjson"))).contains("later");
    assertThat(Files.readString(archive.resolve("orders/payment.ndjson"))).isEqualTo("kept");
  }

  @Test
  void anInterruptedExportContinuesWithinATableThatIsUnchanged() throws IOException {
    export();
    Path archive = folder.resolve("shop");
    Path products = archive.resolve("catalog/product.ndjson");
    Path countries = archive.resolve("catalog/country.ndjson");
    List<String> lines = Files.readAllLines(products);
    String ofCountries = Files.readString(countries);
    interrupt(archive, "catalog.\"product\"", 0);
    Files.writeString(products, "kept\n" + lines.get(1) + "\n" + lines.get(2).substring(0, 20));

    export();

    lines.set(0, "kept");
    assertThat(Files.readAllLines(products)).isEqualTo(lines);

    interrupt(archive, "catalog.\"country\"", 1);
    Files.writeString(countries, ofCountries.substring(0, ofCountries.length() / 2));

    export();

    assertThat(countries).hasContent(ofCountries);
  }

  /** Makes the archive that of an export that was killed while it wrote a table. */
  private static void interrupt(Path archive, String table, long otherRows) throws IOException {
    Path manifest = archive.resolve("shop.json");
    JsonObject begun = new JsonObject(Files.readString(manifest)).put("complete", false);
    JsonArray tables = begun.getJsonArray("tables");
    JsonObject interrupted =
        tables.stream()
            .map(JsonObject.class::cast)
            .filter(each -> each.getString("table").equals(table))
            .findFirst()
            .orElseThrow();
    tables.remove(interrupted);
    interrupted.put("rows", interrupted.getLong("rows") + otherRows);
    Files.writeString(manifest, begun.put("begun", new JsonArray().add(interrupted)).encode());
  }

  @Test
  void anInterruptedImportGoesOn() throws SQLException, IOException {
    export();
    TestDatabase target = Shop.migratedDatabase();
    Path notes = folder.resolve("shop/orders/note.ndjson");
    String content = Files.readString(notes);
    Files.writeString(notes, content.replaceFirst("\"value\"", "\"valve\""));
    assertThatThrownBy(() -> importInto(target))
        .isInstanceOf(ArchiveException.class)
        .hasMessageContaining("orders/note.ndjson");
    Files.writeString(notes, content);

    assertThat(importInto(target)).isGreaterThan(500);
  }

  @Test
  void aChangedArchiveIsFoundByTheVerification() throws IOException {
    export();
    Path products = folder.resolve("shop/catalog/product.ndjson");
    Files.writeString(
        products, Files.readString(products).replaceFirst("\"title\":\"", "\"title\":\"Other "));

    assertThatThrownBy(() -> importInto(Shop.migratedDatabase()))
        .isInstanceOf(ArchiveException.class)
        .hasMessageContaining("differs from the archive: catalog.\"product\"");
  }

  /** Names of an archive go into statements. */
  @ParameterizedTest
  @ValueSource(strings = {"sequences", "tables", "columns"})
  void namesThatTheDatabaseDoesNotListAreRefusedBeforeAnythingIsImported(String part)
      throws SQLException, IOException {
    export();
    Path manifest = folder.resolve("shop/shop.json");
    JsonObject changed = new JsonObject(Files.readString(manifest));
    String name = "orders.order_display_id', 1); CREATE TABLE public.foreign_table (); --";
    JsonObject table = changed.getJsonArray("tables").getJsonObject(0);
    switch (part) {
      case "sequences" -> changed.getJsonObject("sequences").put(name, 1);
      case "tables" -> changed.getJsonArray("tables").add(table.copy().put("table", name));
      default -> table.getJsonArray("columns").add(name);
    }
    Files.writeString(manifest, changed.encode());
    TestDatabase target = Shop.migratedDatabase();

    assertThatThrownBy(() -> importInto(target))
        .isInstanceOf(ArchiveException.class)
        .hasMessageContaining("no " + part.replaceFirst("s$", ""))
        .hasMessageContaining("foreign_table");
    try (Connection connection = target.connect();
        Statement statement = connection.createStatement();
        ResultSet found =
            statement.executeQuery(
                "SELECT (SELECT count(*) FROM orders.\"order\")"
                    + " + (SELECT count(*) FROM pg_tables WHERE tablename LIKE 'foreign%')")) {
      assertThat(found.next()).isTrue();
      assertThat(found.getLong(1)).isZero();
    }
  }

  @Test
  void anArchiveOfAnEarlierVersionHasFewerColumns() throws SQLException {
    export();
    TestDatabase target = Shop.migratedDatabase();
    try (Connection connection = target.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("ALTER TABLE orders.note ADD COLUMN pinned boolean NOT NULL DEFAULT false");
    }

    assertThat(importInto(target)).isGreaterThan(500);
  }
}
