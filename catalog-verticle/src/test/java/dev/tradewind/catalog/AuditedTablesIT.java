package dev.tradewind.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.kernel.operation.Reply;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Audit entries and events of tables of amounts, whichever operation changes a row. */
class AuditedTablesIT {

  private static final JsonObject NOTHING = new JsonObject();

  private static TestCatalog catalog;
  private static String variant;
  private static String product;
  private static String region;

  @BeforeAll
  static void open() {
    catalog = TestCatalog.withDemoShop();
    variant = catalog.id("SELECT id FROM product_variant ORDER BY id LIMIT 1");
    product = catalog.id("SELECT product_id FROM product_variant WHERE id = $1", variant);
    region = catalog.id("SELECT id FROM region WHERE currency_code = 'eur'");
  }

  @AfterAll
  static void close() {
    catalog.close();
  }

  /** A table with an amount or a rate decides what shoppers pay; stock and regions do not. */
  @Test
  void everyTableOfAmountsAndItsLinksHasTheTriggers() {
    List<String> priced =
        catalog
            .sql(
                """
                SELECT DISTINCT relation.relname
                FROM pg_class AS relation
                WHERE relation.relnamespace = 'catalog'::regnamespace
                  AND relation.relkind = 'r'
                  AND (
                    EXISTS (
                      SELECT FROM pg_attribute AS attribute
                      WHERE attribute.attrelid = relation.oid
                        AND attribute.attname IN ('amount', 'rate')
                        AND NOT attribute.attisdropped)
                    OR EXISTS (
                      SELECT FROM pg_constraint AS reference
                      WHERE reference.conrelid = relation.oid
                        AND reference.confrelid IN (
                          'catalog.price_list'::regclass, 'catalog.tax_rate'::regclass))
                    OR relation.relname = 'price_list'
                  )
                """)
            .stream()
            .map(row -> row.getString(0))
            .toList();

    assertThat(priced).contains("money_amount", "price_list", "tax_rate", "shipping_option");
    assertThat(priced)
        .allSatisfy(table ->
            assertThat(
                    catalog.sql(
                        "SELECT FROM pg_trigger WHERE tgrelid = ('catalog.' || $1)::regclass"
                            + " AND tgname LIKE 'audited%'",
                        table))
                .as(table)
                .hasSize(3));
  }

  @Test
  void everyDoorToAPriceListAndItsPricesLeavesAnAuditEntryAndAnEvent() {
    catalog.events();
    String id = newList(100);
    assertThat(prices(id)).containsExactly("[] -> [100]");
    price(id, "adminAddPricesToPriceList", 200, true);
    assertThat(prices(id)).contains("[] -> [200]", "[100] -> []");
    write(
        "adminRemovePricesFromPriceList",
        id(id),
        new JsonObject()
            .put(
                "price_ids",
                new JsonArray()
                    .add(catalog.id("SELECT id FROM money_amount WHERE price_list_id = $1", id))));
    assertThat(prices(id).getLast()).isEqualTo("[200] -> []");
    price(id, "adminUpdatePriceList", 300, false);
    write("adminDeletePriceListVariantPrices", id(id).put("variant_id", variant), null);
    assertThat(prices(id).getLast()).isEqualTo("[300] -> []");
    price(id, "adminUpdatePriceList", 400, false);
    write("adminDeletePriceListProductPrices", id(id).put("product_id", product), null);
    assertThat(prices(id).getLast()).isEqualTo("[400] -> []");
    price(id, "adminUpdatePriceList", 500, false);
    write(
        "adminRemovePricesFromPriceListProduct",
        id(id),
        new JsonObject().put("product_ids", new JsonArray().add(product)));
    assertThat(prices(id).getLast()).isEqualTo("[500] -> []");
    price(id, "adminUpdatePriceList", 600, false);
    write("adminUpdatePriceList", id(id), new JsonObject().put("status", "draft"));
    write("adminDeletePriceList", id(id), null);

    assertThat(prices(id).getLast()).isEqualTo("[600] -> []");
    assertThat(own(id))
        .containsExactly("name -> null Sale", "status -> active draft", "name -> Sale null");
    assertThat(catalog.events().stream().map(event -> event.getString("type")))
        .containsOnly("price-list.created", "price-list.updated", "price-list.deleted")
        .hasSize(12);
    assertOfStaff(id);
  }

  @Test
  void pricesOfVariantsAreAuditedWithWhatTheyWere() {
    String made =
        catalog.id(
            "SELECT variant_id FROM money_amount WHERE price_list_id IS NULL AND currency_code ="
                + " 'eur' AND region_id IS NULL AND variant_id <> $1 LIMIT 1",
            variant);
    String of = catalog.id("SELECT product_id FROM product_variant WHERE id = $1", made);

    write(
        "adminUpdateProductVariant",
        id(of).put("variant_id", made),
        new JsonObject()
            .put(
                "prices",
                new JsonArray()
                    .add(new JsonObject().put("currency_code", "eur").put("amount", 4242))));

    assertThat(prices(made).getLast()).endsWith("4242]").doesNotStartWith("[] ");
    assertThat(entries(made).getLast().getString("actor_type")).isEqualTo("user");
  }

  @Test
  void taxRatesAndShippingOptionsAreAuditedFromCreationToDeletion() {
    String rate =
        created(
            "adminCreateTaxRate",
            "tax_rate",
            new JsonObject()
                .put("name", "Audited")
                .put("code", "A")
                .put("region_id", region)
                .put("rate", 7)
                .put("products", new JsonArray().add(product)));
    write("adminUpdateTaxRate", id(rate), new JsonObject().put("rate", 9));
    write("adminDeleteTaxRate", id(rate), null);
    String option =
        created(
            "adminCreateShippingOption",
            "shipping_option",
            new JsonObject()
                .put("name", "Audited")
                .put("region_id", region)
                .put("provider_id", "manual")
                .put("data", new JsonObject())
                .put("price_type", "flat_rate")
                .put("amount", 500));
    write(
        "adminUpdateShippingOption",
        id(option),
        new JsonObject().put("amount", 0).put("requirements", new JsonArray()));
    write("adminDeleteShippingOption", id(option), null);

    assertThat(changes(rate, "rate")).containsExactly("null -> 7", "7 -> 9", "9 -> null");
    assertThat(changes(rate, "count")).containsExactly("null -> 1", "1 -> null");
    assertThat(changes(option, "amount")).containsExactly("null -> 500", "500 -> 0", "0 -> null");
    assertOfStaff(rate);
    assertOfStaff(option);
  }

  @Test
  void aProductIsUpdatedByItsCategoryAsByItself() {
    String category =
        created(
            "adminCreateProductCategory",
            "product_category",
            new JsonObject().put("name", "Told " + variant));
    JsonObject members =
        new JsonObject()
            .put("product_ids", new JsonArray().add(new JsonObject().put("id", product)));
    catalog.events();

    for (int i = 0; i < 2; i++) {
      write("adminAddProductsToProductCategory", id(category), members);
    }
    write("adminRemoveProductsFromProductCategory", id(category), members);
    write("adminAddProductsToProductCategory", id(category), members);
    write("adminDeleteProductCategory", id(category), null);

    List<JsonObject> events =
        catalog.events().stream()
            .filter(event -> event.getString("type").equals("product.updated"))
            .toList();
    assertThat(events).hasSize(4);
    assertThat(events)
        .allSatisfy(event -> {
          assertThat(event.getString("subject")).isEqualTo(product);
          assertThat(event.getJsonObject("data").getJsonArray("fields"))
              .containsExactly("categories");
        });
    assertThat(events.stream().map(event -> event.getLong("aggregate_version")))
        .isSorted()
        .doesNotHaveDuplicates();
  }

  private static JsonObject id(String id) {
    return new JsonObject().put("id", id);
  }

  private static JsonObject write(String operation, JsonObject path, JsonObject body) {
    Reply reply = catalog.write(operation, path, body);
    assertThat(reply.status()).as(operation + reply.body()).isEqualTo(200);
    return reply.body().toJsonObject();
  }

  private static String created(String operation, String member, JsonObject body) {
    return write(operation, NOTHING, body).getJsonObject(member).getString("id");
  }

  private static JsonArray of(int amount) {
    return new JsonArray()
        .add(
            new JsonObject()
                .put("variant_id", variant)
                .put("currency_code", "eur")
                .put("amount", amount));
  }

  private static String newList(int amount) {
    return created(
        "adminCreatePriceList",
        "price_list",
        new JsonObject()
            .put("name", "Sale")
            .put("description", "d")
            .put("type", "sale")
            .put("status", "active")
            .put("prices", of(amount)));
  }

  private static void price(String list, String operation, int amount, boolean override) {
    JsonObject body = new JsonObject().put("prices", of(amount));
    write(operation, id(list), override ? body.put("override", true) : body);
  }

  /** Amounts before and after of the entries about prices. */
  private static List<String> prices(String subject) {
    return entries(subject).stream()
        .filter(entry -> isOfPrices(entry, "before") || isOfPrices(entry, "after"))
        .map(entry -> amounts(entry, "before") + " -> " + amounts(entry, "after"))
        .toList();
  }

  private static boolean isOfPrices(Row entry, String side) {
    return entry.getJson(side) instanceof JsonObject values && values.containsKey("prices");
  }

  private static List<Object> amounts(Row entry, String side) {
    return isOfPrices(entry, side)
        ? entry.getJsonObject(side).getJsonArray("prices").stream()
            .map(price -> ((JsonObject) price).getValue("amount"))
            .toList()
        : List.of();
  }

  /** Name, or else state, before and after of the entries about the list itself. */
  private static List<String> own(String subject) {
    return entries(subject).stream()
        .filter(entry -> !isOfPrices(entry, "before") && !isOfPrices(entry, "after"))
        .map(entry -> {
          String field =
              value(entry, "before", "name") == value(entry, "after", "name") ? "status" : "name";
          return field
              + " -> "
              + value(entry, "before", field)
              + " "
              + value(entry, "after", field);
        })
        .toList();
  }

  private static List<String> changes(String subject, String field) {
    return entries(subject).stream()
        .map(entry -> value(entry, "before", field) + " -> " + value(entry, "after", field))
        .filter(change -> !change.equals("null -> null"))
        .toList();
  }

  private static Object value(Row entry, String side, String field) {
    return entry.getJson(side) instanceof JsonObject values ? values.getValue(field) : null;
  }

  private static List<Row> entries(String subject) {
    return catalog
        .sql("SELECT * FROM audit_entry WHERE subject = $1 ORDER BY sequence", subject)
        .stream()
        .toList();
  }

  private static void assertOfStaff(String subject) {
    assertThat(entries(subject))
        .allSatisfy(entry -> {
          assertThat(entry.getString("actor_type")).isEqualTo("user");
          assertThat(entry.getString("request_id")).isEqualTo("command");
          assertThat(entry.getString("id")).matches("[0-9A-HJKMNP-TV-Z]{26}");
        });
  }
}
