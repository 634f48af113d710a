package dev.tradewind.acceptance.movein;

import static dev.tradewind.testing.Eventually.until;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.NodeProcess;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.StaffClient;
import dev.tradewind.acceptance.aftersale.SwapFixture;
import dev.tradewind.archive.ArchivedResource;
import dev.tradewind.archive.ShopImport;
import dev.tradewind.gateway.contract.ApiSurface;
import dev.tradewind.gateway.contract.Contract;
import dev.tradewind.gateway.contract.Operation;
import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.kernel.failpoint.Failpoint;
import dev.tradewind.testing.LongForm;
import dev.tradewind.testing.TestDatabase;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of the resources of the API in an export, beside the responses of a running shop. */
class ExportedResourcesIT {

  /** Reads of parts of other resources, of what is computed, and of the work of nodes. */
  private static final Set<String> OTHER_READS =
      Set.of(
          "adminExplainDraftOrderTotals",
          "adminExplainOrderTotals",
          "adminExportPersonalData",
          "adminListAnalyticsConfigs",
          "adminListApps",
          "adminGetCurrentUser",
          "adminListBatchJobs",
          "adminGetBatchJob",
          "adminListCustomerGroupCustomers",
          "adminGetDiscountByCode",
          "adminGetDiscountCondition",
          "adminListInventoryItemLocationLevels",
          "adminListOrderReservations",
          "adminListPriceListProducts",
          "adminListTypesOfProducts",
          "adminGetProductTagUsage",
          "adminListProductVariants",
          "adminListPublishableApiKeySalesChannels",
          "adminListRegionFulfillmentOptions",
          "adminListStorePaymentProviders",
          "adminListStoreTaxProviders",
          "adminListFields",
          "adminGetField",
          "adminGetStorefront",
          "adminGetSearchSettings",
          "adminGetSearchQueries",
          "adminListStorefrontVersions",
          "adminGetVariantInventory",
          "adminListLogins",
          "adminListLoginsOfUser",
          "adminListLoginsOfCustomer",
          "adminListApiTokens",
          "adminGetSecondFactor",
          "adminListRoles",
          "adminListAuditLog",
          "adminGetErasure",
          "adminListNotificationProviders",
          "adminListEvents",
          "adminListWebhookDeliveries");

  private static final int PAGE = 100;
  private static final int BATCH = 16;

  private static final TestDatabase SOURCE = Shop.migratedDatabase();
  private static final Map<String, Operation> OPERATIONS =
      Contract.load().operations().stream()
          .collect(Collectors.toMap(Operation::id, operation -> operation));
  private static Shop shop;
  private static StaffClient staff;

  @TempDir private Path folder;

  @BeforeAll
  static void sell() throws SQLException {
    shop = Shop.on(SOURCE.url());
    staff = new StaffClient(shop);
    fillCatalog();
    for (int product = 0; product < 2 * BATCH; product++) {
      shop.newVariant(500, 1);
    }
    shop.readyCart(shop.newVariant(700, 5).getString("id"), 2);
    sellAfterSale();
    awaitNotifications();
  }

  private static void fillCatalog() {
    String region = shop.storefront().region("eur").getString("id");
    String category =
        id(staff.post("/admin/product-categories", "{'name': 'Tea'}"), "product_category");
    String collection = id(staff.post("/admin/collections", "{'title': 'Tea'}"), "collection");
    String product =
        id(
            staff.post(
                "/admin/products",
                "{'title': 'Pot', 'type': {'value': 'pot'}, 'tags': [{'value': 'hot'}],"
                    + " 'collection_id': '%s', 'categories': [{'id': '%s'}],"
                    + " 'options': [{'title': 'Size'}], 'variants': [{'title': 'L',"
                    + " 'options': [{'value': 'L'}], 'inventory_quantity': 4,"
                    + " 'prices': [{'currency_code': 'eur', 'amount': 900}]}]}",
                collection,
                category),
            "product");
    String variant =
        staff
            .get("/admin/products/" + product)
            .getJsonObject("product")
            .getJsonArray("variants")
            .getJsonObject(0)
            .getString("id");
    String group = id(staff.post("/admin/customer-groups", "{'name': 'Good'}"), "customer_group");
    String customer =
        id(
            staff
                .tryPost(
                    "/admin/customers",
                    "{'email': 'known@example.com', 'first_name': 'A', 'last_name': 'B',"
                        + " 'password': 'a-long-password'}")
                .body(),
            "customer");
    staff.post(
        "/admin/customer-groups/" + group + "/customers/batch",
        "{'customer_ids': [{'id': '%s'}]}",
        customer);
    staff.post(
        "/admin/price-lists",
        "{'name': 'Sale', 'description': 'Sale', 'type': 'sale', 'status': 'active',"
            + " 'customer_groups': [{'id': '%s'}],"
            + " 'prices': [{'variant_id': '%s', 'currency_code': 'eur', 'amount': 800}]}",
        group,
        variant);
    staff.post(
        "/admin/tax-rates",
        "{'name': 'Books', 'code': 'books', 'rate': 7.5, 'region_id': '%s'}",
        region);
    staff.post("/admin/publishable-api-keys", "{'title': 'Web'}");
    String location =
        id(staff.post("/admin/stock-locations", "{'name': 'North'}"), "stock_location");
    String item =
        id(staff.post("/admin/inventory-items", "{'variant_id': '%s'}", variant), "inventory_item");
    staff.post(
        "/admin/inventory-items/" + item + "/location-levels",
        "{'location_id': '%s', 'stocked_quantity': 5}",
        location);
    staff.post(
        "/admin/reservations",
        "{'inventory_item_id': '%s', 'location_id': '%s', 'quantity': 1}",
        item,
        location);
    staff.post(
        "/admin/discounts",
        "{'code': 'TEN', 'regions': ['%s'], 'rule': {'type': 'percentage', 'value': 10,"
            + " 'allocation': 'total',"
            + " 'conditions': [{'operator': 'in', 'products': ['%s']}]}}",
        region,
        product);
    staff.post("/admin/gift-cards", "{'value': 200, 'region_id': '%s'}", region);
    staff.post(
        "/admin/draft-orders",
        "{'email': 'draft@example.com', 'region_id': '%s', 'shipping_methods': [],"
            + " 'items': [{'variant_id': '%s', 'quantity': 1}]}",
        region,
        shop.newVariant(1_000, 5).getString("id"));
    staff.delete("/admin/products/" + shop.newVariant(1, 1).getString("product_id"));
    shop.storefront()
        .post(
            "/admin/invites",
            StaffClient.json("{'user': 'invited@example.com', 'role': 'member'}"),
            staff.credentials());
    staff.post(
        "/admin/tradewind/webhooks",
        "{'url': 'http://127.0.0.1:9/hook', 'event_types': ['order.placed']}");
  }

  /** A shipped order with a swap, a claim, a refund, an edit that is to be paid and a note. */
  private static void sellAfterSale() {
    SwapFixture order = SwapFixture.of("swap-dearer", shop, staff);
    order.prepare(order.create());
    StaffClient.ok(order.complete());
    staff.post(
        order.path() + "/claims",
        "{'type': 'replace',"
            + " 'claim_items': [{'item_id': '%s', 'quantity': 1, 'reason': 'other'}],"
            + " 'additional_items': [{'variant_id': '%s', 'quantity': 1}]}",
        order.line("a"),
        order.variant("a"));
    staff.post(order.path() + "/refund", "{'amount': 10, 'reason': 'other'}");
    String edit =
        id(staff.post("/admin/order-edits", "{'order_id': '%s'}", order.order), "order_edit");
    staff.post(
        "/admin/order-edits/" + edit + "/items",
        "{'variant_id': '%s', 'quantity': 1}",
        order.variant("a"));
    staff.post("/admin/order-edits/" + edit + "/request", "");
    staff.post("/admin/return-reasons", "{'value': 'broken', 'label': 'Broken'}");
    staff.post(
        "/admin/notes",
        "{'resource_type': 'order', 'resource_id': '%s', 'value': 'line 1\\nline 2'}",
        order.order);
  }

  private static String id(JsonObject answer, String member) {
    return answer.getJsonObject(member).getString("id");
  }

  /** Notifications follow the events; afterwards nothing changes any more. */
  private static void awaitNotifications() {
    shop.awaitNoWaitingEvents();
    until(() ->
        texts("SELECT id FROM orders.notification_work WHERE status = 'asked'").isEmpty()
            && !texts("SELECT id FROM orders.notification").isEmpty());
  }

  @AfterAll
  static void close() {
    shop.close();
  }

  private static List<String> texts(String query) throws SQLException {
    try (Connection connection = SOURCE.connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      List<String> texts = new ArrayList<>();
      while (rows.next()) {
        texts.add(rows.getString(1));
      }
      return texts;
    }
  }

  private NodeProcess export(List<String> jvmOptions, String... options) {
    List<String> arguments = new ArrayList<>(List.of("export-shop", archive().toString()));
    arguments.addAll(List.of(options));
    return NodeProcess.command(
        jvmOptions,
        Map.of(
            "TRADEWIND_DATABASE_URL", SOURCE.url(),
            "TRADEWIND_DATA_DIR", folder.resolve("data").toString(),
            "TRADEWIND_WEBHOOKS", "true"),
        arguments.toArray(String[]::new));
  }

  private void exported(String... options) {
    NodeProcess command = export(List.of(), options);
    assertThat(command.awaitEnd()).as(command.output()).isZero();
  }

  private Path archive() {
    return folder.resolve("shop");
  }

  private List<JsonObject> lines(ArchivedResource resource) throws IOException {
    return Files.readAllLines(archive().resolve(resource.file())).stream()
        .map(JsonObject::new)
        .toList();
  }

  @Test
  void everyLineIsTheResponseOfTheApi() throws Exception {
    exported();

    for (ArchivedResource resource : ArchivedResource.ALL) {
      List<JsonObject> lines = new ArrayList<>(lines(resource));
      List<JsonObject> shown = shown(resource);
      if (resource.shown() == ArchivedResource.Shown.IN_PAGES) {
        // The file is in the order of the keys, which not all lists of the API can be asked for.
        lines.sort(Comparator.comparing(ExportedResourcesIT::key));
        shown.sort(Comparator.comparing(ExportedResourcesIT::key));
      }
      assertThat(lines).as(resource.name()).isNotEmpty().hasSameSizeAs(shown);
      for (int i = 0; i < lines.size(); i++) {
        if (resource.name().equals("carts")) {
          requireWholeCustomer(lines.get(i), shown.get(i));
        }
        assertThat(lines.get(i)).as(resource.name()).isEqualTo(shown.get(i));
      }
    }
    assertThat(
            new JsonObject(Files.readString(archive().resolve("shop.json")))
                .getJsonArray("resources"))
        .hasSize(ArchivedResource.ALL.size());

    exported("--no-resources");

    assertThat(archive().resolve("resources/products.ndjson")).doesNotExist();
    assertThat(archive().resolve("catalog/product.ndjson")).isNotEmptyFile();
  }

  @Test
  void rowsThatTheApiCannotShowAreWrittenAsTheyAre() throws Exception {
    TestDatabase dirty = new TestDatabase(SOURCE.url());
    String order = texts("SELECT id FROM orders.\"order\" ORDER BY id LIMIT 1").getFirst();
    String snapshot =
        texts("SELECT snapshot FROM orders.\"order\" WHERE id = '%s'".formatted(order)).getFirst();
    String returned = texts("SELECT id FROM orders.\"return\" ORDER BY id LIMIT 1").getFirst();
    try {
      update(
          dirty,
          "UPDATE orders.\"order\" SET snapshot = snapshot::jsonb || '{\"items\": 5}'"
              + " WHERE id = '%s'",
          order);
      update(dirty, "UPDATE orders.\"return\" SET metadata = '[]' WHERE id = '%s'", returned);
      NodeProcess command = export(List.of());

      assertThat(command.awaitEnd()).as(command.output()).isEqualTo(3);
      assertThat(command.output())
          .contains("Written as it is: orders " + order + " (adminGetOrder answered 500)")
          .contains("Written as it is: returns " + returned);
      ArchivedResource orders = resource("orders");
      JsonObject line =
          lines(orders).stream()
              .filter(each -> each.getString("id").equals(order))
              .findFirst()
              .orElseThrow();
      assertThat(line.getJsonObject("snapshot").getValue("items")).isEqualTo(5);
      assertThat(lines(orders)).hasSize(texts("SELECT id FROM orders.\"order\"").size());
      assertThat(lines(resource("returns")))
          .hasSize(texts("SELECT id FROM orders.\"return\"").size());

      TestDatabase copy = Shop.migratedDatabase();
      ShopImport.run(archive(), DatabaseConfig.parse(copy.url(), 1), (table, rows, all) -> {});
      assertThat(
              GeneratedMedusaShop.value(
                  copy,
                  "SELECT snapshot ->> 'items' FROM orders.\"order\" WHERE id = '%s'"
                      .formatted(order)))
          .isEqualTo("5");
    } finally {
      update(
          dirty,
          "UPDATE orders.\"order\" SET snapshot = '%s' WHERE id = '%s'",
          snapshot.replace("'", "''"),
          order);
      update(dirty, "UPDATE orders.\"return\" SET metadata = NULL WHERE id = '%s'", returned);
    }
  }

  private static String key(JsonObject resource) {
    return resource.getString("id", resource.getString("code"));
  }

  private static ArchivedResource resource(String name) {
    return ArchivedResource.ALL.stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static void update(TestDatabase database, String sql, Object... values) {
    GeneratedMedusaShop.execute(database, "SET search_path = orders; " + sql.formatted(values));
  }

  /** Strangers who know the id of a cart do not see who its customer is; the archive does. */
  private static void requireWholeCustomer(JsonObject line, JsonObject shown) {
    JsonObject customer = line.getJsonObject("customer").copy();
    customer.remove("billing_address");
    assertThat(customer)
        .isEqualTo(
            staff
                .get("/admin/customers/" + customer.getString("id") + "?expand=")
                .getJsonObject("customer"));
    line.remove("customer");
    shown.remove("customer");
  }

  /** The resources as a running shop shows them. */
  private static List<JsonObject> shown(ArchivedResource resource) throws SQLException {
    String path = OPERATIONS.get(resource.operation()).path();
    List<JsonObject> shown = new ArrayList<>();
    switch (resource.shown()) {
      case BY_ID -> {
        for (String id : texts("SELECT id FROM " + resource.table() + " ORDER BY id")) {
          Answer answer = staff.tryGet(path.replace("{id}", id));
          if (answer.status() != 404) {
            shown.add(StaffClient.ok(answer).getJsonObject(resource.member()));
          }
        }
      }
      case ALONE -> shown.add(staff.get(path).getJsonObject(resource.member()));
      case IN_LIST -> add(shown, staff.get(path).getJsonArray(resource.member()));
      case IN_PAGES -> {
        int count;
        do {
          JsonObject page = staff.get(path + "?limit=" + PAGE + "&offset=" + shown.size());
          add(shown, page.getJsonArray(resource.member()));
          count = page.getInteger("count");
        } while (shown.size() < count);
      }
    }
    return shown;
  }

  private static void add(List<JsonObject> shown, JsonArray page) {
    page.forEach(each -> shown.add((JsonObject) each));
  }

  @LongForm
  @Test
  void anExportThatWasKilledContinuesBehindTheLastResource() throws Exception {
    Path armed = folder.resolve("armed");
    Files.writeString(armed, "exported a batch of products");
    ArchivedResource products =
        ArchivedResource.ALL.stream()
            .filter(resource -> resource.name().equals("products"))
            .findFirst()
            .orElseThrow();
    Path file = archive().resolve(products.file());

    NodeProcess killed = export(List.of("-D" + Failpoint.PROPERTY + "=" + armed));

    assertThat(killed.awaitEnd()).as(killed.output()).isEqualTo(Failpoint.EXIT_CODE);
    List<String> before = Files.readAllLines(file);
    assertThat(before).hasSizeBetween(1, BATCH);
    Files.writeString(file, "{\"id\": \"cut o", StandardOpenOption.APPEND);
    Path regions = archive().resolve("resources/regions.ndjson");
    Files.writeString(regions, "kept\n");
    String renamed = new JsonObject(before.getFirst()).getString("id");
    staff.post("/admin/products/" + renamed, "{'title': 'Renamed'}");
    shop.newVariant(500, 1);

    exported();

    List<JsonObject> expected = new ArrayList<>(shown(products));
    assertThat(expected.getFirst().getString("title")).isEqualTo("Renamed");
    expected.set(0, new JsonObject(before.getFirst()));
    assertThat(lines(products)).isEqualTo(expected);
    assertThat(regions).hasContent("kept");
    assertThat(Files.readString(archive().resolve("catalog/product.ndjson"))).contains("Renamed");
    assertThat(
            ShopImport.run(
                archive(),
                DatabaseConfig.parse(Shop.migratedDatabase().url(), 1),
                (table, rows, all) -> {}))
        .isPositive();
  }

  @Test
  void everyResourceOfTheAdminApiHasAFile() {
    Set<String> exported =
        ArchivedResource.ALL.stream()
            .map(resource -> OPERATIONS.get(resource.operation()).path())
            .collect(Collectors.toCollection(HashSet::new));
    Set<String> without = new TreeSet<>();
    for (Operation operation : OPERATIONS.values()) {
      if (operation.surface() == ApiSurface.ADMIN
          && operation.method().equals(HttpMethod.GET)
          && !exported.contains(operation.path())
          && !exported.contains(operation.path() + "/{id}")) {
        without.add(operation.id());
      }
    }

    assertThat(without).isEqualTo(new TreeSet<>(OTHER_READS));
  }
}
