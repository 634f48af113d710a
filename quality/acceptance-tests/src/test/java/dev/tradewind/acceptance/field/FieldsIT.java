package dev.tradewind.acceptance.field;

import static dev.tradewind.acceptance.StaffClient.assertRefused;
import static dev.tradewind.acceptance.StaffClient.json;
import static dev.tradewind.testing.Eventually.until;
import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.StaffClient;
import dev.tradewind.acceptance.Storefront;
import dev.tradewind.testing.TestDatabase;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Tuple;
import io.vertx.sqlclient.impl.tracing.QueryRequest;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Declared fields of all resources over HTTP, as staff and shoppers meet them. */
class FieldsIT {

  private static final String FIELDS = "/admin/tradewind/fields";

  private static Shop shop;
  private static Storefront storefront;
  private static StaffClient staff;
  private static int number;

  private final List<String> declared = new ArrayList<>();

  @BeforeAll
  static void open() {
    shop = Shop.separate();
    storefront = shop.storefront();
    staff = new StaffClient(shop);
  }

  @AfterAll
  static void close() {
    shop.close();
  }

  @AfterEach
  void removeFields() {
    declared.forEach(id -> staff.delete(FIELDS + "/" + id));
  }

  private JsonObject declare(String body, Object... values) {
    JsonObject field = staff.post(FIELDS, body, values).getJsonObject("field");
    declared.add(field.getString("id"));
    return field;
  }

  private static String email() {
    return "field-" + ++number + "@example.com";
  }

  /** Paths that update a row of each resource. */
  private static String path(String resource) {
    return switch (resource) {
      case "product" -> "/admin/products/" + product();
      case "variant" -> "/admin/products/" + product() + "/variants/" + storefront.variant(0);
      case "collection" ->
          "/admin/collections/"
              + staff
                  .post("/admin/collections", "{'title': 'C', 'handle': 'c-%d'}", ++number)
                  .getJsonObject("collection")
                  .getString("id");
      case "region" -> "/admin/regions/" + storefront.euros();
      case "customer" -> "/admin/customers/" + customer("").getString("id");
      case "order" ->
          "/admin/orders/"
              + storefront
                  .post("/store/carts/" + storefront.readyCart() + "/complete", null)
                  .body()
                  .getJsonObject("data")
                  .getString("id");
      default -> throw new IllegalArgumentException(resource);
    };
  }

  private static String product() {
    return storefront
        .get("/store/variants/" + storefront.variant(0))
        .body()
        .getJsonObject("variant")
        .getString("product_id");
  }

  private static JsonObject customer(String metadata) {
    Answer created =
        staff.tryPost(
            "/admin/customers",
            "{'email': '%s', 'first_name': 'A', 'last_name': 'B', 'password': 'password-12'%s}",
            email(),
            metadata);
    assertThat(created.status()).as(created.text()).isEqualTo(201);
    return created.body().getJsonObject("customer");
  }

  @Test
  void aDeclarationIsChangedAtItsVersion() {
    JsonObject field = declare("{'resource': 'product', 'name': 'finish', 'type': 'text'}");
    String path = FIELDS + "/" + field.getString("id");

    JsonObject changed =
        staff.post(path, "{'version': 1, 'default': 'matt'}").getJsonObject("field");
    assertThat(changed.getString("default")).isEqualTo("matt");
    assertThat(changed.getInteger("version")).isEqualTo(2);
    assertThat(staff.tryPost(path, "{'version': 1, 'default': 'gloss'}").status()).isEqualTo(409);
  }

  @ParameterizedTest
  @CsvSource({"product", "variant", "collection", "region", "customer", "order"})
  void aValueOfARowIsCheckedAndShown(String resource) {
    String path = path(resource);
    declare("{'resource': '%s', 'name': 'grade', 'type': 'number'}", resource);

    assertRefused(
        staff.tryPost(path, "{'metadata': {'grade': 'high'}}"),
        400,
        "invalid_data",
        "metadata.grade must be a number");
    JsonObject shown = staff.post(path, "{'metadata': {'grade': '7'}}");

    assertThat(shown.encode()).contains("\"grade\":7");
  }

  @ParameterizedTest
  @CsvSource({
    "product, products",
    "variant, variants",
    "collection, collections",
    "region, regions",
    "customer, customers",
    "order, orders"
  })
  void listsFilterAndSortByASearchableField(String resource, String list) {
    String path = path(resource);
    declare("{'resource': '%s', 'name': 'mass', 'type': 'number', 'searchable': true}", resource);
    staff.post(path, "{'metadata': {'mass': 12.5}}");

    for (String query :
        List.of(
            "metadata[mass]=12.5",
            "metadata.mass=12.50",
            "metadata[mass][gt]=9&metadata[mass][lte]=13")) {
      assertThat(staff.get("/admin/" + list + "?" + query + "&order=-metadata.mass").encode())
          .as(query)
          .contains("\"count\":1,", "\"mass\":12.5");
    }
    assertThat(staff.get("/admin/" + list + "?metadata.mass=12").encode()).contains("\"count\":0,");
    assertRefused(
        staff.tryGet("/admin/" + list + "?metadata.other=1"),
        400,
        "invalid_data",
        "metadata.other is not a searchable field");
    assertRefused(
        staff.tryGet("/admin/" + list + "?metadata.mass=heavy"),
        400,
        "invalid_data",
        "metadata.mass must be a number conforming to the specified constraints");
    assertRefused(
        staff.tryGet("/admin/" + list + "?order=metadata.other"),
        400,
        "invalid_data",
        "Order field metadata.other is not valid");
  }

  @ParameterizedTest
  @CsvSource({
    "product, products",
    "variant, variants",
    "collection, collections",
    "region, regions",
    "order, customers/me/orders"
  })
  void listsOfShoppersFilterAndSortByPublicFieldsAlone(String resource, String list) {
    String path = path(resource);
    JsonObject buyer = customer("");
    if (resource.equals("order")) {
      shop.giveOrder(path.substring(path.lastIndexOf('/') + 1), buyer.getString("id"));
    }
    String[] own = {
      "authorization",
      storefront.bearer(
          "/store/auth/token",
          json("{'email': '%s', 'password': 'password-12'}", buyer.getString("email")))
    };
    UnaryOperator<String> answer =
        query -> {
          Answer listed = storefront.send("GET", "/store/" + list + "?" + query, null, own);
          return listed.status() == 200
              ? listed.text()
              : listed.status() + " " + listed.body().getString("message");
        };
    String name = "heft_" + resource;
    declare(
        "{'resource': '%s', 'name': '%s', 'type': 'number', 'searchable': true}", resource, name);
    declare(
        "{'resource': '%s', 'name': 'cost', 'type': 'number', 'searchable': true,"
            + " 'staff_only': true}",
        resource);
    // Shoppers filter by an index alone.
    awaitIndex(resource + "." + name);
    staff.post(path, "{'metadata': {'%s': 12.5, '_staff': {'cost': 7}}}", name);

    for (String query :
        List.of(
            "metadata[%s]=12.5",
            "metadata.%s=12.50", "metadata[%1$s][gt]=9&metadata[%1$s][lte]=13")) {
      assertThat(answer.apply(query.formatted(name) + "&order=-metadata." + name))
          .as(query)
          .containsOnlyOnce("\"" + name + "\":12.5")
          .doesNotContain("cost");
    }
    assertThat(answer.apply("metadata." + name + "=12")).doesNotContain("\"id\"");
    assertThat(answer.apply("metadata[" + name + "]=heavy"))
        .isEqualTo(
            "400 metadata." + name + " must be a number conforming to the specified constraints");
    for (String hidden : List.of("cost", "other", "_staff")) {
      assertThat(answer.apply("metadata[" + hidden + "]=7"))
          .isEqualTo("400 metadata." + hidden + " is not a searchable field");
      assertThat(answer.apply("order=metadata." + hidden))
          .isEqualTo("400 Order field metadata." + hidden + " is not valid");
    }
    removeFields();
    declared.clear();
    assertThat(answer.apply("metadata[" + name + "]=12.5"))
        .isEqualTo("400 metadata." + name + " is not a searchable field");
  }

  @Test
  void theMetadataOfADraftIsThatOfItsCart() {
    declare(
        "{'resource': 'cart', 'name': 'desk', 'type': 'enum', 'values': ['a', 'b'], 'default': 'a'}");

    String draft =
        "{'email': '%s', 'region_id': '%s', 'shipping_methods': [], 'items': [], 'metadata': {%s}}";
    assertThat(
            staff
                .tryPost("/admin/draft-orders", draft, email(), storefront.euros(), "'desk': 'c'")
                .text())
        .contains("metadata.desk must be one of: a, b");
    staff.post("/admin/draft-orders", draft, email(), storefront.euros(), "'desk': 'b'");
    Answer cart = storefront.post("/store/carts", json("{'region_id': '%s'}", storefront.euros()));
    assertThat(cart.status()).as(cart.text()).isEqualTo(200);
    String id = cart.cart().getString("id");
    assertThat(cart.cart().getJsonObject("metadata")).isEqualTo(json("{'desk': 'a'}"));
    assertThat(storefront.get("/store/carts/" + id).cart().getJsonObject("metadata"))
        .isEqualTo(json("{'desk': 'a'}"));
  }

  @Test
  void aLineItemHasItsDefaultFromTheCartToTheOrder() {
    declare("{'resource': 'line_item', 'name': 'wrapped', 'type': 'boolean', 'default': false}");
    String variant = storefront.variant(0);
    JsonObject cart = storefront.createCart(storefront.euros(), variant, 1);
    String items = "/store/carts/" + cart.getString("id") + "/line-items";

    assertThat(metadata(cart, 0)).isEqualTo(json("{'wrapped': false}"));
    JsonObject same = storefront.post(items, line(variant, "")).cart();
    assertThat(same.getJsonArray("items")).hasSize(1);
    assertThat(same.getJsonArray("items").getJsonObject(0).getInteger("quantity")).isEqualTo(2);
    assertRefused(
        storefront.post(items, line(variant, "'wrapped': 'maybe'")),
        400,
        "invalid_data",
        "metadata.wrapped must be true or false");
    Answer added = storefront.post(items, line(variant, "'wrapped': 'true'"));
    assertThat(metadata(added.cart(), 1)).isEqualTo(json("{'wrapped': true}"));

    storefront.prepareForCompletion(cart.getString("id"), email(), "de");
    JsonObject order =
        storefront
            .post("/store/carts/" + cart.getString("id") + "/complete", null)
            .body()
            .getJsonObject("data");
    assertThat(order.getJsonArray("items").encode())
        .contains("{\"wrapped\":false}", "{\"wrapped\":true}");
  }

  @Test
  void unitsThatADefaultMakesEqualHaveThePriceOfTheirSum() {
    declare("{'resource': 'line_item', 'name': 'bow', 'type': 'boolean', 'default': false}");
    String variant = shop.newVariant(1_000, 99).getString("id");
    staff.post(
        "/admin/price-lists",
        "{'name': 'Tiers', 'description': 'T', 'type': 'override', 'status': 'active',"
            + " 'prices': [{'variant_id': '%s', 'currency_code': 'eur', 'amount': 400,"
            + " 'min_quantity': 2}]}",
        variant);
    JsonObject cart = storefront.createCart(storefront.euros(), variant, 1);

    JsonObject grown =
        storefront
            .post("/store/carts/" + cart.getString("id") + "/line-items", line(variant, ""))
            .cart();

    assertThat(grown.getJsonArray("items")).hasSize(1);
    JsonObject both = grown.getJsonArray("items").getJsonObject(0);
    assertThat(both.getInteger("quantity") + " at " + both.getLong("unit_price"))
        .isEqualTo("2 at 400");
  }

  private static JsonObject line(String variant, String metadata) {
    return json("{'variant_id': '%s', 'quantity': 1, 'metadata': {%s}}", variant, metadata);
  }

  private static JsonObject metadata(JsonObject cart, int line) {
    return cart.getJsonArray("items").getJsonObject(line).getJsonObject("metadata");
  }

  @Test
  void whatStaffKeepOfACustomerIsNeitherShownToThemNorChangedByThem() {
    declare(
        "{'resource': 'customer', 'name': 'risk', 'type': 'number', 'staff_only': true,"
            + " 'required': true, 'default': 3}");
    JsonObject login = json("{'email': '%s', 'password': 'password-12'}", email());
    Answer created =
        storefront.post(
            "/store/customers", login.copy().put("first_name", "A").put("last_name", "B"));
    assertThat(created.status()).as(created.text()).isEqualTo(200);
    String id = created.body().getJsonObject("customer").getString("id");
    String[] own = {"authorization", storefront.bearer("/store/auth/token", login)};

    Answer changed = storefront.post("/store/customers/me", json("{'metadata': {'size': 4}}"), own);
    assertThat(
            storefront
                .post("/store/customers/me", json("{'metadata': {'_staff': {'risk': 0}}}"), own)
                .status())
        .isEqualTo(400);

    assertThat(created.text() + changed.text()).doesNotContain("risk").contains("\"size\":4");
    assertThat(
            staff.get("/admin/customers/" + id).getJsonObject("customer").getJsonObject("metadata"))
        .isEqualTo(json("{'size': 4, '_staff': {'risk': 3}}"));
  }

  @Test
  void guestsAreMadeThoughTheDefaultOfAReferenceIsDeleted() {
    String product =
        staff
            .post("/admin/products", "{'title': 'Welcome', 'handle': 'w-%d'}", ++number)
            .getJsonObject("product")
            .getString("id");
    declare(
        "{'resource': 'customer', 'name': 'gift', 'type': 'reference', 'references': 'product',"
            + " 'default': '%s'}",
        product);
    staff.delete("/admin/products/" + product);

    String cart =
        storefront.createCart(storefront.euros(), storefront.variant(0), 1).getString("id");
    Answer guest = storefront.post("/store/carts/" + cart, json("{'email': '%s'}", email()));

    assertThat(guest.status()).as(guest.text()).isEqualTo(200);
  }

  @Test
  void aCartIsSoldThoughAReferenceOfItsMetadataIsDeleted() {
    for (String resource : List.of("cart", "order")) {
      declare(
          "{'resource': '%s', 'name': 'gift', 'type': 'reference', 'references': 'product'}",
          resource);
    }
    String gift = gift();
    String draft =
        staff
            .post(
                "/admin/draft-orders",
                "{'email': '%s', 'region_id': '%s', 'shipping_methods': [], 'metadata': {'gift': '%s'},"
                    + " 'items': [{'variant_id': '%s', 'quantity': 1}]}",
                email(),
                storefront.euros(),
                gift,
                shop.newVariant(500, 9).getString("id"))
            .getJsonObject("draft_order")
            .getString("id");
    staff.delete("/admin/products/" + gift);

    JsonObject order =
        staff.post("/admin/draft-orders/" + draft + "/pay", "{}").getJsonObject("order");

    assertThat(order.getJsonObject("metadata")).isEqualTo(json("{'gift': '%s'}", gift));
    String path = "/admin/orders/" + order.getString("id");
    staff.post(path, "{'metadata': {'seen': true}}");
    assertRefused(
        staff.tryPost(path, "{'metadata': {'gift': 'prod_none'}}"),
        400,
        "invalid_data",
        "metadata.gift must be the id of a present product");
  }

  private static String gift() {
    return staff
        .post("/admin/products", "{'title': 'Gift', 'handle': 'g-%d'}", ++number)
        .getJsonObject("product")
        .getString("id");
  }

  @Test
  void aPaidCartBecomesAnOrderThoughAReferenceIsDeletedBeforeThePlacement() throws Exception {
    declare(
        "{'resource': 'order', 'name': 'sample', 'type': 'reference', 'references': 'product'}");
    String sample = gift();
    String cart = cart();
    await(
        shop.carts()
            .preparedQuery(
                "UPDATE cart SET version = version + 1,"
                    + " state = jsonb_set(state, '{metadata}', jsonb_build_object('sample', $1::text))"
                    + " WHERE id = $2")
            .execute(Tuple.of(sample, cart)));
    AtomicInteger deleted = new AtomicInteger();
    Answer placed;
    try (Connection staffs = new TestDatabase(shop.databaseUrl()).connect()) {
      shop.onStatement(request -> {
        if (request instanceof QueryRequest query && query.sql().contains("place_order(")) {
          deleted.addAndGet(delete(staffs, sample));
        }
      });
      placed = storefront.post("/store/carts/" + cart + "/complete", null);
    } finally {
      shop.onStatement(request -> {});
    }

    assertThat(deleted).hasValue(1);
    assertThat(placed.text()).contains("\"metadata\":{\"sample\":\"" + sample + "\"}");
  }

  private static int delete(Connection connection, String product) {
    try (Statement statement = connection.createStatement()) {
      return statement.executeUpdate(
          "UPDATE catalog.product SET deleted_at = now() WHERE deleted_at IS NULL AND id = '"
              + product
              + "'");
    } catch (SQLException failure) {
      throw new IllegalStateException(failure);
    }
  }

  @Test
  void aNameHasOneTypeInCartsAndOrders() {
    JsonObject cart = declare("{'resource': 'cart', 'name': 'floor', 'type': 'number'}");
    declare("{'resource': 'order', 'name': 'shelf', 'type': 'text'}");
    String asOfCart =
        "type must be that of cart.floor, number: the metadata of a cart becomes that of its order";

    for (String dry : List.of("", ", 'dry_run': true")) {
      assertRefused(
          staff.tryPost(FIELDS, "{'resource': 'order', 'name': 'floor', 'type': 'text'%s}", dry),
          400,
          "invalid_data",
          asOfCart);
    }
    assertRefused(
        staff.tryPost(FIELDS, "{'resource': 'cart', 'name': 'shelf', 'type': 'number'}"),
        400,
        "invalid_data",
        "type must be that of order.shelf, text: the metadata of a cart becomes that of its order");
    declare("{'resource': 'order', 'name': 'floor', 'type': 'number'}");
    assertRefused(
        staff.tryPost(FIELDS + "/" + cart.getString("id"), "{'version': 1, 'type': 'text'}"),
        400,
        "invalid_data",
        asOfCart.replace("cart.floor", "order.floor"));
    assertRefused(
        staff.tryPost(
            FIELDS, "{'resource': 'order', 'name': 'floor', 'type': 'number', 'unique': true}"),
        400,
        "invalid_data",
        "unique must be false beside cart.floor: the metadata of a cart becomes that of its order");
    declare("{'resource': 'order', 'name': 'po_number', 'type': 'text', 'unique': true}");
    assertRefused(
        staff.tryPost(FIELDS, "{'resource': 'cart', 'name': 'po_number', 'type': 'text'}"),
        400,
        "invalid_data",
        "name must not be that of the unique field order.po_number: the metadata of a cart becomes"
            + " that of its order");
    staff.post(
        FIELDS, "{'resource': 'line_item', 'name': 'floor', 'type': 'text', 'dry_run': true}");
    staff.post(
        FIELDS,
        "{'resource': 'order', 'name': 'shelf', 'type': 'text', 'staff_only': true, 'dry_run': true}");
  }

  @Test
  void theReportKnowsGuests() {
    String mail = email();
    String cart =
        storefront.createCart(storefront.euros(), storefront.variant(0), 1).getString("id");
    storefront.post("/store/carts/" + cart, json("{'email': '%s'}", mail));
    JsonObject guest =
        staff.get("/admin/customers?q=" + mail).getJsonArray("customers").getJsonObject(0);
    staff.post("/admin/customers/" + guest.getString("id"), "{'metadata': {'level': 'gold'}}");

    JsonObject report =
        staff
            .post(
                FIELDS,
                "{'resource': 'customer', 'name': 'level', 'type': 'number', 'dry_run': true}")
            .getJsonObject("report");

    assertThat(report)
        .isEqualTo(
            json(
                "{'count': 1, 'first': [{'id': '%s', 'error': 'metadata.level must be a number'}]}",
                guest.getString("id")));
  }

  @Test
  void aTakenValueIsNotATakenEmail() {
    declare("{'resource': 'customer', 'name': 'card', 'type': 'text', 'unique': true}");
    awaitIndex("customer.card");
    customer(", 'metadata': {'card': 'A1'}");

    assertRefused(
        staff.tryPost(
            "/admin/customers",
            "{'email': '%s', 'first_name': 'A', 'last_name': 'B', 'password': 'password-12',"
                + " 'metadata': {'card': 'A1'}}",
            email()),
        400,
        "invalid_data",
        "metadata.card is taken");
  }

  private static void awaitIndex(String id) {
    until(() -> indexStatus(id).equals("ready"));
  }

  private static String indexStatus(String id) {
    return staff.get(FIELDS + "/" + id).getJsonObject("field").getString("index_status");
  }

  @Test
  void theDefaultOfAnOrderIsStoredWithItAndInItsStoredResponse() {
    declare("{'resource': 'order', 'name': 'desk', 'type': 'text', 'default': 'web'}");
    String complete = "/store/carts/" + storefront.readyCart() + "/complete";
    String[] key = {"idempotency-key", "desk"};

    Answer placed = storefront.post(complete, null, key);

    assertThat(placed.body().getJsonObject("data").getJsonObject("metadata"))
        .isEqualTo(json("{'desk': 'web'}"));
    assertThat(storefront.post(complete, null, key).text()).isEqualTo(placed.text());
    String id = placed.body().getJsonObject("data").getString("id");
    assertThat(
            staff
                .get("/admin/orders/" + id)
                .getJsonObject("order")
                .getJsonObject("metadata")
                .getString("desk"))
        .isEqualTo("web");
  }

  @Test
  void anOrderWithDefaultsIsPlacedByOneStatementAndHasThoseOfNow() {
    declare("{'resource': 'order', 'name': 'desk', 'type': 'text', 'default': 'web'}");
    declare(
        "{'resource': 'order', 'name': 'risk', 'type': 'number', 'default': 1, 'staff_only': true}");
    assertThat(placed()).isEqualTo(json("{'desk': 'web'}"));
    shop.statements();

    assertThat(placed()).isEqualTo(json("{'desk': 'web'}"));

    assertThat(shop.statements()).filteredOn(sql -> sql.contains("place_order(")).hasSize(1);
    staff.post(FIELDS + "/order.desk", "{'version': 1, 'default': 'shop'}");
    assertThat(placed()).isEqualTo(json("{'desk': 'shop'}"));
    removeFields();
    declared.clear();
    assertThat(placed()).isEqualTo(new JsonObject());
  }

  @Test
  void aNodeThatKnowsFieldsCompletesCartsByThoseOfNow() {
    declare("{'resource': 'cart', 'name': 'counter', 'type': 'text', 'default': 'web'}");
    declare("{'resource': 'line_item', 'name': 'wrap', 'type': 'text', 'default': 'none'}");
    String variant = shop.newVariant(500, 99).getString("id");
    JsonObject first = storefront.createCart(storefront.euros(), variant, 1);
    assertThat(first.getJsonObject("metadata")).isEqualTo(json("{'counter': 'web'}"));
    String items = "/store/carts/" + first.getString("id") + "/line-items";

    staff.post(FIELDS + "/cart.counter", "{'version': 1, 'default': 'shop'}");
    staff.post(FIELDS + "/line_item.wrap", "{'version': 1, 'default': 'paper'}");

    JsonObject grown = storefront.post(items, line(variant, "")).cart();
    assertThat(grown.getJsonArray("items")).hasSize(2);
    assertThat(metadata(grown, 1)).isEqualTo(json("{'wrap': 'paper'}"));
    JsonObject second = storefront.createCart(storefront.euros(), variant, 1);
    assertThat(second.getJsonObject("metadata")).isEqualTo(json("{'counter': 'shop'}"));
    assertThat(metadata(second, 0)).isEqualTo(json("{'wrap': 'paper'}"));
    removeFields();
    declared.clear();
    JsonObject last = storefront.createCart(storefront.euros(), variant, 1);
    assertThat(last.getValue("metadata")).isNull();
    assertThat(metadata(last, 0)).isEqualTo(new JsonObject());
  }

  /** Ready cart with a variant of its own, whose stock other tests do not need. */
  private static String cart() {
    return shop.readyCart(shop.newVariant(500, 9).getString("id"), 1);
  }

  /** Metadata of a new order as its response shows it, which is as it is stored. */
  private static JsonObject placed() {
    JsonObject order =
        storefront.post("/store/carts/" + cart() + "/complete", null).body().getJsonObject("data");
    JsonObject metadata = order.getJsonObject("metadata");
    JsonObject stored = staff.get("/admin/orders/" + order.getString("id")).getJsonObject("order");
    stored.getJsonObject("metadata").remove("_staff");
    assertThat(metadata).isEqualTo(stored.getJsonObject("metadata"));
    return metadata;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          'references': 'product' | 'references': 'variant' | references | product | reference
          'currency_code': 'eur' | 'currency_code': 'usd' | currency_code | eur | money
          'values': ['a', 'b'] | 'values': ['a', 'c'] | values | a, b | enum
          'values': ['a', 'b'] | 'values': ['a', 'c'] | values | a, b | list
          """)
  void aFieldOfOrdersAcceptsWhatThatOfCartsAccepts(
      String given, String other, String property, String shown, String type) {
    String field = "{'resource': '%s', 'name': 'floor', 'type': '%s', %s}";
    declare(field, "order", type, given);
    String start =
        property + (property.equals("values") ? " must be among those" : " must be that");

    assertRefused(
        staff.tryPost(FIELDS, field, "cart", type, other),
        400,
        "invalid_data",
        start + " of order.floor, " + shown + ": the metadata of a cart becomes that of its order");
    declare(field, "cart", type, given);
  }

  @Test
  void valuesOfCartsMayBeFewerThanThoseOfTheirOrders() {
    declare("{'resource': 'cart', 'name': 'floor', 'type': 'enum', 'values': ['b']}");
    declare("{'resource': 'order', 'name': 'floor', 'type': 'enum', 'values': ['a', 'b']}");
    String field = FIELDS + "/order.floor";
    declare("{'resource': 'order', 'name': 'marks', 'type': 'list', 'values': ['a', 'b']}");

    assertRefused(
        staff.tryPost(field, "{'version': 1, 'values': ['a', 'c']}"),
        400,
        "invalid_data",
        "values must have those of cart.floor, b: the metadata of a cart becomes that of its order");
    assertRefused(
        staff.tryPost(FIELDS, "{'resource': 'cart', 'name': 'marks', 'type': 'list'}"),
        400,
        "invalid_data",
        "values must be among those of order.marks, a, b:"
            + " the metadata of a cart becomes that of its order");
    declare("{'resource': 'cart', 'name': 'free', 'type': 'list'}");
    assertRefused(
        staff.tryPost(
            FIELDS, "{'resource': 'order', 'name': 'free', 'type': 'list', 'values': ['a']}"),
        400,
        "invalid_data",
        "values must be absent, as of cart.free:"
            + " the metadata of a cart becomes that of its order");
  }

  @Test
  void aTextOfACartFitsASearchableFieldOfItsOrder() {
    declare("{'resource': 'order', 'name': 'desk', 'type': 'text', 'searchable': true}");
    declare("{'resource': 'cart', 'name': 'desk', 'type': 'text'}");

    assertRefused(
        staff.tryPost(
            "/admin/draft-orders",
            "{'email': '%s', 'region_id': '%s', 'shipping_methods': [], 'items': [],"
                + " 'metadata': {'desk': '%s'}}",
            email(),
            storefront.euros(),
            "x".repeat(501)),
        400,
        "invalid_data",
        "metadata.desk must have at most 500 characters");
  }

  @Test
  void aDeclarationThatStoppedBetweenTwoSchemasIsCompleted() {
    String ribbon = "{'resource': 'line_item', 'name': 'ribbon', 'type': '%s'}";
    String path = FIELDS + "/line_item.ribbon";
    declare(ribbon, "boolean");
    orders("DELETE FROM declared_field WHERE id = 'line_item.ribbon'");
    assertThat(staff.get(path).getJsonObject("field").getString("status")).isEqualTo("checking");

    JsonObject completed = staff.post(FIELDS, ribbon, "text").getJsonObject("field");

    assertThat(completed.getString("type") + " " + completed.getString("status"))
        .isEqualTo("text active");
    assertThat(staff.get(path).getJsonObject("field").getString("status")).isEqualTo("active");
    assertRefused(
        staff.tryPost(FIELDS, ribbon, "text"),
        422,
        "duplicate_error",
        "The field line_item.ribbon is declared already");
  }

  @Test
  void aChangeThatStoppedBetweenTwoSchemasIsCompleted() {
    String path = FIELDS + "/line_item.ribbon";
    declare("{'resource': 'line_item', 'name': 'ribbon', 'type': 'text'}");
    staff.post(path, "{'version': 1, 'default': 'no'}");
    orders(
        "UPDATE declared_field SET version = 1, default_value = NULL WHERE id = 'line_item.ribbon'");
    JsonObject behind = staff.get(path).getJsonObject("field");
    assertThat(behind.getString("status")).isEqualTo("checking");
    assertThat(behind.getValue("default")).isNull();

    JsonObject changed =
        staff
            .post(path, "{'version': %d, 'default': 'yes'}", behind.getLong("version"))
            .getJsonObject("field");

    assertThat(changed.getString("default") + " " + changed.getString("status"))
        .isEqualTo("yes active");
    assertThat(staff.get(path).getJsonObject("field").getString("status")).isEqualTo("active");
  }

  private static void orders(String sql) {
    await(shop.orders().query(sql).execute());
  }

  @ParameterizedTest
  @CsvSource({
    "/admin/products", "/admin/variants", "/admin/regions", "/admin/customers",
    "/admin/orders", "/store/products", "/store/variants", "/store/regions"
  })
  void aMemberOfMetadataIsNamedAsNoField(String list) {
    Answer answer = staff.tryGet(list + "?fields=id,metadata.mass");
    assertThat(answer.status() + answer.text()).contains("400", "metadata.mass");
    Answer expanded = staff.tryGet(list + "?expand=metadata");
    assertThat(expanded.status() + expanded.text()).contains("400", "metadata");
  }

  @Test
  void fieldsOfAllResourcesAreListedOnce() {
    declare("{'resource': 'line_item', 'name': 'wrapped', 'type': 'boolean'}");
    declare("{'resource': 'order', 'name': 'desk', 'type': 'text'}");

    JsonObject list = staff.get(FIELDS);

    assertThat(list.getJsonArray("fields"))
        .extracting(field ->
            ((JsonObject) field).getString("id") + " " + ((JsonObject) field).getString("status"))
        .containsExactly("line_item.wrapped active", "order.desk active");
  }
}
