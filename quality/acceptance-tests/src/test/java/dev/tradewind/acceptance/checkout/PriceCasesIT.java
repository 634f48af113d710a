package dev.tradewind.acceptance.checkout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.StaffClient;
import dev.tradewind.acceptance.Storefront;
import dev.tradewind.kernel.json.JsonArrays;
import dev.tradewind.kernel.text.Ids;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.function.Executable;

/**
 * Recorded cases of price selection, from {@code price-cases.json}: the prices of a product and of
 * line items in carts, with base prices and price lists.
 */
class PriceCasesIT {

  /** Amounts of the cases in which a price of another region in the same currency must not win. */
  private static final String OTHER_REGION = "-foreign-region-";

  private static final String PASSWORD = "open sesame";

  private static Shop shop;
  private static StaffClient staff;
  private static Storefront storefront;

  @BeforeAll
  static void open() {
    shop = Shop.empty();
    storefront = shop.storefront();
    staff = new StaffClient(shop);
    staff.post("/admin/store", "{'currencies': ['usd', 'eur', 'nok']}");
  }

  @AfterAll
  static void close() {
    shop.close();
  }

  @TestFactory
  Stream<DynamicTest> everyRecordedCaseHasItsPrices() throws IOException {
    try (InputStream file = PriceCasesIT.class.getResourceAsStream("/price-cases.json")) {
      JsonObject all = new JsonObject(new String(Objects.requireNonNull(file).readAllBytes()));
      List<JsonObject> cases = JsonArrays.objects(all.getJsonArray("cases"));
      assertThat(cases).hasSize(44);
      return cases.stream()
          .map(
              each -> dynamicTest(each.getString("name"), (Executable) () -> new Case(each).run()));
    }
  }

  /** One case with a product, regions and price lists of its own. */
  private static final class Case {

    private final String name;
    private final JsonObject input;
    private final JsonObject expected;
    private final String suffix = Ids.ulid();
    private final Map<String, String> regions = new HashMap<>();
    private final Map<String, String> groups = new HashMap<>();
    private String productId;
    private String variantId;
    private String[] customer = new String[0];

    Case(JsonObject recorded) {
      name = recorded.getString("name");
      input = recorded.getJsonObject("input");
      expected = decided(recorded.getJsonObject("expected").copy());
    }

    /** Recorded values with those that the contract decides otherwise. */
    private JsonObject decided(JsonObject recorded) {
      if (name.contains(OTHER_REGION)) {
        return recorded
            .put(
                "product",
                recorded
                    .getJsonObject("product")
                    .mergeIn(
                        new JsonObject()
                            .put("original_price", 1000)
                            .put("calculated_price", 1000)
                            .put("calculated_price_type", "default")
                            .put("original_tax", 200)
                            .put("calculated_tax", 200)
                            .put("original_price_incl_tax", 1200)
                            .put("calculated_price_incl_tax", 1200)
                            .put("prices", new JsonArray().add(1000))))
            .put(
                "lines",
                new JsonArray()
                    .add(
                        new JsonObject()
                            .put("quantity", 1)
                            .put("unit_price", 1000)
                            .put("includes_tax", false)
                            .put("subtotal", 1000)
                            .put("total", 1200)));
      }
      if (name.equals("tax-manual-region")) {
        // Prices with and without tax are compared by the rates, whether taxes are shown or not.
        recorded
            .getJsonObject("product")
            .put("calculated_price", 900)
            .put("calculated_price_type", "sale")
            .put("calculated_price_includes_tax", true);
        // Without tax lines the reference takes the whole price of an inclusive line for tax.
        recorded.getJsonArray("lines").getJsonObject(0).put("subtotal", 900).put("total", 900);
      }
      if (name.equals("region-change")) {
        // Whether the price of a line includes tax is set anew with the region.
        recorded.getJsonArray("steps").getJsonObject(1).put("includes_tax", false);
      }
      return recorded;
    }

    void run() {
      prepare();
      assertProduct(expected.getJsonObject("product"));
      assertLines();
      assertSteps();
    }

    private void prepare() {
      staff.post(
          "/admin/currencies/" + currency(),
          "{'includes_tax': %s}",
          input.getBoolean("currency_includes_tax", false));
      regions.put("main", region(input.getJsonObject("region", new JsonObject())));
      regions.put("other", region(input.getJsonObject("other_region", new JsonObject())));
      JsonArray prices = new JsonArray();
      input.getJsonArray("base_prices").forEach(price -> prices.add(price((JsonObject) price)));
      JsonObject product =
          staff
              .post(
                  "/admin/products",
                  "{'title': 'P %s', 'status': 'published', 'options': [{'title': 'Size'}],"
                      + " 'variants': [{'title': 'V', 'inventory_quantity': 100000,"
                      + " 'options': [{'value': 'V'}], 'prices': %s}]}",
                  suffix,
                  prices)
              .getJsonObject("product");
      productId = product.getString("id");
      variantId = product.getJsonArray("variants").getJsonObject(0).getString("id");
      JsonArray lists = input.getJsonArray("price_lists", new JsonArray());
      lists.forEach(list -> create((JsonObject) list));
      JsonObject known = input.getJsonObject("customer");
      if (known != null) {
        customer = customer(known.getJsonArray("groups"));
      }
    }

    private String currency() {
      return input.getJsonObject("region", new JsonObject()).getString("currency", "eur");
    }

    private String region(JsonObject region) {
      String id =
          staff
              .post(
                  "/admin/regions",
                  "{'name': 'R %s', 'currency_code': '%s', 'tax_rate': %s, 'countries': [],"
                      + " 'payment_providers': ['manual'], 'fulfillment_providers': ['manual'],"
                      + " 'includes_tax': %s}",
                  Ids.ulid(),
                  region.getString("currency", "eur"),
                  region.getValue("tax_rate", 20),
                  region.getBoolean("includes_tax", false))
              .getJsonObject("region")
              .getString("id");
      staff.post(
          "/admin/regions/" + id,
          "{'automatic_taxes': %s}",
          region.getBoolean("automatic_taxes", true));
      return id;
    }

    private JsonObject price(JsonObject price) {
      JsonObject given = new JsonObject().put("amount", price.getValue("amount"));
      for (String bound : List.of("min_quantity", "max_quantity")) {
        if (price.containsKey(bound)) {
          given.put(bound, price.getValue(bound));
        }
      }
      String region = price.getString("region");
      return region == null
          ? given.put("currency_code", price.getString("currency", currency()))
          : given.put("region_id", regions.get(region));
    }

    private void create(JsonObject list) {
      JsonArray prices = new JsonArray();
      list.getJsonArray("prices")
          .forEach(price -> prices.add(price((JsonObject) price).put("variant_id", variantId)));
      JsonObject body =
          new JsonObject()
              .put("name", "L " + suffix)
              .put("description", "Of a case")
              .put("type", list.getString("type", "sale"))
              .put("status", list.getString("status", "active"))
              .put("includes_tax", list.getBoolean("includes_tax", false))
              .put("prices", prices);
      for (String time : List.of("starts", "ends")) {
        Number hours = list.getNumber(time + "_in_hours");
        if (hours != null) {
          Duration distance = Duration.ofSeconds((long) (hours.doubleValue() * 3_600));
          body.put(time + "_at", Instant.now().plus(distance).toString());
        }
      }
      JsonArray names = list.getJsonArray("customer_groups");
      if (names != null) {
        body.put("customer_groups", groups(names));
      }
      staff.post("/admin/price-lists", "%s", body);
    }

    private JsonArray groups(JsonArray names) {
      JsonArray ids = new JsonArray();
      names.forEach(group ->
          ids.add(
              new JsonObject()
                  .put(
                      "id",
                      groups.computeIfAbsent(
                          (String) group,
                          each ->
                              staff
                                  .post("/admin/customer-groups", "{'name': '%s %s'}", each, suffix)
                                  .getJsonObject("customer_group")
                                  .getString("id")))));
      return ids;
    }

    /** Credentials of a new customer in these groups. */
    private String[] customer(JsonArray names) {
      JsonObject credentials =
          new JsonObject()
              .put("email", Ids.ulid().toLowerCase(Locale.ROOT) + "@example.com")
              .put("password", PASSWORD);
      String id =
          storefront
              .post(
                  "/store/customers",
                  credentials.copy().put("first_name", "Ada").put("last_name", "L"))
              .body()
              .getJsonObject("customer")
              .getString("id");
      JsonArray wanted = groups(names);
      wanted.forEach(group ->
          staff.post(
              "/admin/customer-groups/" + ((JsonObject) group).getString("id") + "/customers/batch",
              "{'customer_ids': [{'id': '%s'}]}",
              id));
      return new String[] {"authorization", storefront.bearer("/store/auth/token", credentials)};
    }

    private void assertProduct(JsonObject wanted) {
      JsonObject variant =
          StaffClient.ok(
                  storefront.send(
                      "GET",
                      "/store/products?id=" + productId + "&region_id=" + regions.get("main"),
                      null,
                      customer))
              .getJsonArray("products")
              .getJsonObject(0)
              .getJsonArray("variants")
              .getJsonObject(0);
      for (String field : wanted.fieldNames()) {
        switch (field) {
          case "prices" ->
              assertThat(amounts(variant.getJsonArray("prices")))
                  .as("prices")
                  .containsExactlyInAnyOrderElementsOf(numbers(wanted.getJsonArray("prices")));
          case "calculated_price_type" -> {
            assertThat(variant.getString(field)).as(field).isEqualTo(wanted.getString(field));
            assertThat(variant.containsKey(field)).isEqualTo(wanted.getString(field) != null);
          }
          default ->
              assertThat(variant.getValue(field)).as(field).isEqualTo(wanted.getValue(field));
        }
      }
    }

    private static List<Integer> amounts(JsonArray prices) {
      return JsonArrays.objects(prices).stream().map(price -> price.getInteger("amount")).toList();
    }

    private static List<Integer> numbers(JsonArray numbers) {
      return numbers.stream().map(number -> ((Number) number).intValue()).toList();
    }

    private void assertLines() {
      for (JsonObject wanted : JsonArrays.objects(expected.getJsonArray("lines"))) {
        String cart = newCart();
        Answer added = add(cart, wanted.getInteger("quantity"));
        if (wanted.containsKey("status")) {
          assertThat(added.status()).as(added.text()).isEqualTo(wanted.getInteger("status"));
          assertThat(added.body().getString("type")).isEqualTo(wanted.getString("type"));
        } else {
          assertLine(added, wanted);
        }
      }
    }

    private String newCart() {
      return storefront
          .post("/store/carts", new JsonObject().put("region_id", regions.get("main")), customer)
          .cart()
          .getString("id");
    }

    private Answer add(String cart, int quantity) {
      return storefront.post(
          "/store/carts/" + cart + "/line-items",
          new JsonObject().put("variant_id", variantId).put("quantity", quantity),
          customer);
    }

    private static void assertLine(Answer answer, JsonObject wanted) {
      assertThat(answer.status()).as(answer.text()).isEqualTo(200);
      List<JsonObject> lines = JsonArrays.objects(answer.cart().getJsonArray("items"));
      if (wanted.getBoolean("removed", false)) {
        assertThat(lines).isEmpty();
        return;
      }
      JsonObject line = lines.getFirst();
      for (String field : List.of("quantity", "unit_price", "includes_tax", "subtotal", "total")) {
        if (wanted.containsKey(field)) {
          assertThat(line.getValue(field)).as(field).isEqualTo(wanted.getValue(field));
        }
      }
    }

    private void assertSteps() {
      JsonArray steps = expected.getJsonArray("steps");
      if (steps == null) {
        return;
      }
      String cart = newCart();
      for (JsonObject step : JsonArrays.objects(steps)) {
        assertLine(taken(cart, step), step);
      }
    }

    private Answer taken(String cart, JsonObject step) {
      String path = "/store/carts/" + cart;
      if (step.containsKey("add")) {
        return add(cart, step.getInteger("add"));
      }
      if (step.containsKey("set")) {
        String line =
            storefront
                .send("GET", path, null, customer)
                .cart()
                .getJsonArray("items")
                .getJsonObject(0)
                .getString("id");
        return storefront.post(
            path + "/line-items/" + line,
            new JsonObject().put("quantity", step.getInteger("set")),
            customer);
      }
      if (step.containsKey("login")) {
        customer = customer(step.getJsonArray("login"));
        return storefront.send("GET", path, null, customer);
      }
      return storefront.post(
          path, new JsonObject().put("region_id", regions.get(step.getString("region"))), customer);
    }
  }
}
