package dev.tradewind.acceptance.movein;

import static dev.tradewind.testing.Eventually.until;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.AdminApi;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.Storefront;
import dev.tradewind.acceptance.payment.StripeAccount;
import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.medusa.back.MoveBack;
import dev.tradewind.medusa.check.SourceCheck;
import dev.tradewind.medusa.follow.Follow;
import dev.tradewind.medusa.there.FollowRound;
import dev.tradewind.medusa.there.MoveReport;
import dev.tradewind.testing.Lane;
import dev.tradewind.testing.NodeJs;
import dev.tradewind.testing.TestDatabase;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Shop of the reference that is filled through its own API, and then moves to Tradewind. Older
 * versions move with {@code verify --all}.
 */
class MoveInIT {

  private static final String EMAIL = MedusaServer.EMAIL;
  private static final String PASSWORD = MedusaServer.PASSWORD;
  private static final String CUSTOMER = "ada@example.com";
  private static final String CUSTOMER_PASSWORD = "linen and salt";

  /** Decided differences: the ends of the paths, by the reason. */
  private static final Map<String, List<String>> DECIDED =
      Map.of(
          "an absent flag is false", List.of(".has_shipping"),
          "live figures are shown as they are when the order is read, or not at all",
              List.of(
                  ".variant.inventory_quantity",
                  ".variant.purchasable",
                  ".variant.product.profile_id",
                  ".variants[].product.profile_id",
                  ".discounts[].updated_at",
                  "cart.items[].updated_at"),
          "a deleted product is not shown any more",
              List.of(".variant.product", "inventory_items[].variants.length"),
          "the number of a draft order is a text", List.of("display_id"),
          "the credit of an open swap includes its taxes",
              List.of("swap.cart.items[].tax_lines[]", "swap.cart.tax_total", "swap.cart.total"),
          "tokens are not shown with authors", List.of(".author.api_token"),
          "prices of lists for groups are shown with a region or currency",
              List.of(".variants[].prices[]"),
          "providers are also those of the plugins of the node",
              List.of("store.payment_providers[]", "store.fulfillment_providers[]"),
          "features and modules are those of Tradewind, whose stock has a default location",
              List.of(".default_location_id", ".feature_flags.length", ".modules.length"),
          "the progress of a line is shown with the order, adjustments of carts are computed",
              List.of(
                  "cart.items[].order_id",
                  "cart.items[].fulfilled_quantity",
                  "cart.items[].shipped_quantity",
                  "cart.items[].returned_quantity",
                  "cart.items[].adjustments[]"));

  @TempDir private Path folder;
  private NodeJs node;

  /**
   * Kind of the source.
   *
   * @param version of Medusa
   * @param withModules with those of inventory and stock locations
   */
  record Source(String version, boolean withModules) {}

  static List<Source> sources() {
    Source latest = new Source(MedusaServer.LATEST, true);
    return Lane.cases(
        List.of(
            latest,
            new Source(MedusaServer.LATEST, false),
            new Source("1.17", true),
            // Its modules of that time are not on npm any more.
            new Source("1.12", false)),
        latest);
  }

  @ParameterizedTest
  @MethodSource("sources")
  void aMovedShopAnswersAsItsSource(Source kind) throws Exception {
    node = MedusaServer.install(kind.version(), folder.resolve("server"));
    try (MedusaServer medusa =
        MedusaServer.start(node, folder.resolve("server.txt"), kind.withModules())) {
      TestDatabase source = medusa.database();
      String reference = medusa.url();
      StripeAccount stripe = medusa.stripe();
      JsonObject ids = medusa.fill();
      TestDatabase target = Shop.migratedDatabase();
      move(source, target, false);
      Shop shop = Shop.onCopy(target.url(), stripe.settings());

      assertThat(differences(reference, shop, ids)).isEmpty();
      move(source, target, true);
      shop.gate().open(Instant.now());
      shoppersGoOnAtStripe(shop, ids.getJsonObject("halfway"), stripe);
      staffGoesOn(shop, ids);
      staffGoesOnAtStripe(shop, ids.getJsonObject("orders"), stripe);
      long sold = sell(shop, ids);

      DatabaseConfig old = DatabaseConfig.parse(source.url(), 1);
      DatabaseConfig tradewind = DatabaseConfig.parse(target.url(), 1);
      MoveBack.Report check = MoveBack.run(tradewind, old, true);
      assertThat(check.rows().get("order")).isEqualTo(10);
      assertThat(value(source, "SELECT max(display_id) FROM \"order\"")).isLessThan(sold);
      MoveBack.Report written = MoveBack.run(tradewind, old, false);

      assertThat(written.rows()).isEqualTo(check.rows());
      assertThat(differences(reference, shop, ids))
          .filteredOn(difference -> !isComputedWithThePresent(difference.getString("path")))
          .isEmpty();
      JsonObject next =
          new JsonObject(
              node.runScript(
                  "sell.mjs",
                  reference,
                  ids.getJsonArray("regions").getString(0),
                  ids.getString("variant"),
                  ids.getString("parcel")));
      assertThat(next.getLong("display_id")).isEqualTo(sold + 1);
      assertThat(follow(source, target, true).comparisons())
          .allMatch(each -> each.source().equals(each.target()));
      assertThat(value(target, "SELECT max(display_id) FROM orders.\"order\"")).isEqualTo(sold + 1);
      shop.close();
      if (kind.withModules()) {
        itMovesWithoutTheirTables(source);
      }
    }
  }

  /** Without a server of its own: the same shop, whose variants have stock of their own then. */
  private static void itMovesWithoutTheirTables(TestDatabase source) {
    GeneratedMedusaShop.execute(
        source,
        """
        TRUNCATE product_variant_inventory_item, sales_channel_location;
        DROP TABLE inventory_item, inventory_level, reservation_item, stock_location,
          stock_location_address CASCADE;
        """);
    TestDatabase target = Shop.migratedDatabase();
    move(source, target, true);
    assertThat(value(target, "SELECT count(*) FROM catalog.inventory_item")).isZero();
    assertThat(value(target, "SELECT count(*) FROM catalog.stock_taking")).isPositive();
    assertThat(
            value(
                target,
                "SELECT min(inventory_quantity) FROM catalog.product_variant WHERE sku = 'mug-blue'"))
        .isPositive();
  }

  private List<JsonObject> differences(String reference, Shop shop, JsonObject ids)
      throws Exception {
    JsonArray differences =
        new JsonArray(
            node.runScript(
                "compare.mjs",
                Stream.concat(
                        Stream.of(
                            reference,
                            shop.storefront().url(),
                            EMAIL,
                            PASSWORD,
                            CUSTOMER,
                            CUSTOMER_PASSWORD),
                        ids.getJsonArray("carts").stream().map(String.class::cast))
                    .toArray(String[]::new)));
    return differences.stream().map(JsonObject.class::cast).filter(MoveInIT::isUndecided).toList();
  }

  private static boolean isUndecided(JsonObject difference) {
    String path = difference.getString("path");
    return DECIDED.values().stream().flatMap(List::stream).noneMatch(path::endsWith);
  }

  /**
   * Medusa computes the totals of sold carts and of edits whenever it shows them, with the present
   * balance of their gift card and usage of their discount; the session of a draft order that was
   * paid here stays here.
   */
  private static boolean isComputedWithThePresent(String path) {
    return path.startsWith("GET /store/carts/{id} (completed).cart.")
        || path.equals("GET /store/carts/{id} (open).cart.discounts[].usage_count")
        || path.matches(".*\\.(items\\[]|additional_items\\[]|line_item)\\.variant\\.updated_at")
        || path.matches(
            "GET /admin/order-edits.*\\.(gift_card_total|gift_card_tax_total|tax_total|total)")
        || path.equals("GET /admin/draft-orders/{id}.draft_order.cart.payment_sessions[]");
  }

  private static void move(TestDatabase source, TestDatabase target, boolean finish) {
    DatabaseConfig from = DatabaseConfig.parse(source.url(), 1);
    SourceCheck.Result check = SourceCheck.run(from);
    assertThat(check.severity()).as(check.toText()).isEqualTo(SourceCheck.Severity.INFO);

    MoveReport report = follow(source, target, finish);

    assertThat(report.isVerified()).as(report.toText()).isTrue();
  }

  private static MoveReport follow(TestDatabase source, TestDatabase target, boolean finish) {
    return Follow.run(
        DatabaseConfig.parse(source.url(), 1),
        DatabaseConfig.parse(target.url(), 1),
        finish,
        new Follow.Listener() {
          @Override
          public void copied(String copy, long rows, long expected) {}

          @Override
          public boolean followed(FollowRound round) {
            return !round.isCaughtUp();
          }
        });
  }

  private static long value(TestDatabase database, String sql) {
    return Long.parseLong(GeneratedMedusaShop.value(database, sql));
  }

  /** Refunds and cancels orders of the reference, and sells with the numbers going on. */
  private static void staffGoesOn(Shop shop, JsonObject ids) {
    AdminApi admin = staff(shop);
    JsonObject orders = ids.getJsonObject("orders");
    JsonObject refunded =
        admin.post(
            "/admin/orders/" + orders.getString("captured") + "/refund",
            "{'amount': 100, 'reason': 'other'}");
    assertThat(refunded.getJsonObject("order").getLong("refunded_total")).isEqualTo(100);
    JsonObject canceled =
        admin.post("/admin/orders/" + orders.getString("discounted") + "/cancel", null);
    assertThat(canceled.getJsonObject("order").getString("status")).isEqualTo("canceled");
    JsonObject paid =
        admin.post("/admin/draft-orders/" + ids.getJsonArray("drafts").getString(0) + "/pay", null);
    // The node completes the paid cart too, and the second of two completions loses a number.
    assertThat(paid.getJsonObject("order").getLong("display_id"))
        .isGreaterThanOrEqualTo(orders.size() + 4L);
  }

  /** The shopper of one cart paid before the switch, that of the other one pays after it. */
  private static void shoppersGoOnAtStripe(Shop shop, JsonObject carts, StripeAccount stripe) {
    Storefront store = shop.storefront();
    AdminApi admin = staff(shop);
    JsonObject session =
        store
            .get("/store/carts/" + carts.getString("unpaid"))
            .body()
            .getJsonObject("cart")
            .getJsonObject("payment_session")
            .getJsonObject("data");
    stripe.confirm(session, "pm_card_visa");
    for (String kind : List.of("paid", "unpaid")) {
      JsonObject order =
          AdminApi.ok(store.post("/store/carts/" + carts.getString(kind) + "/complete", null))
              .getJsonObject("data");
      JsonObject intent = intent(admin.get("/admin/orders/" + order.getString("id")), stripe);
      assertThat(intent.getJsonObject("metadata").getString("resource_id"))
          .isEqualTo(carts.getString(kind));
      assertThat(stripe.money().get(intent.getString("id"))).isEqualTo(order.getLong("total"));
    }
  }

  /** Captures and refunds payments that the reference made at Stripe. */
  private static void staffGoesOnAtStripe(Shop shop, JsonObject orders, StripeAccount stripe) {
    AdminApi admin = staff(shop);
    JsonObject held =
        admin.post("/admin/orders/" + orders.getString("stripeHeld") + "/capture", null);
    assertThat(intent(held, stripe).getString("status")).isEqualTo("succeeded");
    JsonObject refunded =
        admin.post(
            "/admin/orders/" + orders.getString("stripeCaptured") + "/refund",
            "{'amount': 250, 'reason': 'other'}");
    JsonObject intent = intent(refunded, stripe);
    assertThat(intent.getLong("amount_received"))
        .isEqualTo(refunded.getJsonObject("order").getLong("total"));
    assertThat(
            stripe
                .fromStripe("refunds?payment_intent=" + intent.getString("id"))
                .getJsonArray("data")
                .getJsonObject(0)
                .getLong("amount"))
        .isEqualTo(250);
    JsonObject again =
        admin.post(
            "/admin/orders/" + orders.getString("stripeRefunded") + "/refund",
            "{'amount': 200, 'reason': 'other'}");
    assertThat(again.getJsonObject("order").getLong("refunded_total")).isEqualTo(500);
    assertThat(stripe.money().get(intent(again, stripe).getString("id")))
        .isEqualTo(again.getJsonObject("order").getLong("total") - 500);
    aDisputeOfAMovedPaymentEnds(
        shop, "/admin/orders/" + orders.getString("stripeDisputed"), stripe);
  }

  /** The reference does not know of it. */
  private static void aDisputeOfAMovedPaymentEnds(Shop shop, String order, StripeAccount stripe) {
    AdminApi admin = staff(shop);
    assertThat(admin.tryPost(order + "/refund", "{'amount': 10, 'reason': 'other'}").status())
        .isEqualTo(400);
    stripe.subscribe(shop.storefront().url());
    stripe
        .stripe
        .actions()
        .closeDispute(
            stripe
                .fromStripe(
                    "disputes?payment_intent=" + intent(admin.get(order), stripe).getString("id"))
                .getJsonArray("data")
                .getJsonObject(0)
                .getString("id"),
            "lost");
    until(() ->
        payment(admin.get(order))
            .getJsonObject("data")
            .getJsonArray("disputes", new JsonArray())
            .encode()
            .contains("\"status\":\"lost\""));
  }

  private static JsonObject intent(JsonObject answer, StripeAccount stripe) {
    return stripe.fromStripe(
        "payment_intents/" + payment(answer).getJsonObject("data").getString("id"));
  }

  private static JsonObject payment(JsonObject answer) {
    return answer.getJsonObject("order").getJsonArray("payments").getJsonObject(0);
  }

  private static AdminApi staff(Shop shop) {
    String token =
        shop.storefront()
            .bearer(
                "/admin/auth/token",
                new JsonObject().put("email", EMAIL).put("password", PASSWORD));
    return new AdminApi(shop.storefront(), new String[] {"Authorization", token});
  }

  /**
   * Sells with a discount and a gift card, edits the order, sends the goods, takes one unit back,
   * swaps one and replaces one, and leaves another cart open.
   *
   * @return number of the order
   */
  private static long sell(Shop shop, JsonObject ids) {
    Storefront store = shop.storefront();
    String region = ids.getJsonArray("regions").getString(0);
    String variant = ids.getString("variant");
    String cart = store.createCart(region, variant, 6).getString("id");
    AdminApi.ok(
        store.post(
            "/store/carts/" + cart,
            new JsonObject()
                .put("discounts", new JsonArray().add(new JsonObject().put("code", "TEN")))
                .put(
                    "gift_cards",
                    new JsonArray()
                        .add(new JsonObject().put("code", ids.getString("spareCard"))))));
    store.prepareForCompletion(cart, "here@example.com", "de");
    JsonObject order =
        AdminApi.ok(store.post("/store/carts/" + cart + "/complete", null)).getJsonObject("data");
    String open = store.createCart(region, variant, 1).getString("id");
    store.prepareForCompletion(open, "open@example.com", "de");
    ids.getJsonArray("carts").add(open);
    AdminApi admin = staff(shop);
    String path = "/admin/orders/" + order.getString("id");
    // The lines of an edited order are copies.
    edit(admin, order.getString("id"), variant);
    String item =
        admin.post(path + "/capture", null).getJsonObject("order").getJsonArray("items").stream()
            .map(JsonObject.class::cast)
            .filter(line -> line.getInteger("quantity") == 6)
            .findFirst()
            .orElseThrow()
            .getString("id");
    String items = "'items': [{'item_id': '%s', 'quantity': %%d}]".formatted(item);
    String fulfillment =
        admin
            .post(path + "/fulfillment", "{" + items.formatted(5) + "}")
            .getJsonObject("order")
            .getJsonArray("fulfillments")
            .getJsonObject(0)
            .getString("id");
    admin.post(
        path + "/shipment",
        "{'fulfillment_id': '%s', 'tracking_numbers': ['HERE-1']}".formatted(fulfillment));
    admin.post(path + "/return", "{" + items.formatted(1) + "}");
    admin.post(
        path + "/swaps",
        "{'return_%s, 'additional_items': [{'variant_id': '%s', 'quantity': 1}]}"
            .formatted(items.formatted(1).substring(1), variant));
    admin.post(
        path + "/claims",
        """
        {'type': 'replace',
         'claim_items': [{'item_id': '%s', 'quantity': 1, 'reason': 'wrong_item', 'note': 'Wrong',
           'tags': ['size', 'here'], 'images': ['https://cdn.example/here.png']}],
         'additional_items': [{'variant_id': '%s', 'quantity': 1}],
         'shipping_methods': [{'option_id': '%s', 'price': 0}]}
        """
            .formatted(item, variant, ids.getString("parcel")));
    return order.getLong("display_id");
  }

  /** Confirms an edit that adds two units, and requests another one. */
  private static void edit(AdminApi admin, String order, String variant) {
    for (boolean isConfirmed : List.of(true, false)) {
      String edit =
          "/admin/order-edits/"
              + admin
                  .post("/admin/order-edits", "{'order_id': '%s'}".formatted(order))
                  .getJsonObject("order_edit")
                  .getString("id");
      admin.post(edit + "/items", "{'variant_id': '%s', 'quantity': 2}".formatted(variant));
      admin.post(edit + "/request", null);
      if (isConfirmed) {
        admin.post(edit + "/confirm", null);
      }
    }
  }
}
