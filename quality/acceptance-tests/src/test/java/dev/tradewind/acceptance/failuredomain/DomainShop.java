package dev.tradewind.acceptance.failuredomain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.Storefront;
import dev.tradewind.acceptance.chaos.OutsideServices;
import dev.tradewind.kernel.text.Ids;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The demo shop of a {@link DomainCluster} with a customer and a member of staff, signed in. */
final class DomainShop {

  static final String DISCOUNT_CODE = "DOMAINS";

  private static final String PASSWORD = "open sesame";
  private static final JsonObject STAFF =
      new JsonObject().put("email", "admin@tradewind.test").put("password", "supersecret");

  private final Storefront http;
  private final OutsideServices services;
  private final String regionId;
  private final String regionAtStripe;
  private final JsonObject product;
  private final JsonObject customer;
  private final String customerCookie;
  private final String staffCookie;

  private DomainShop(DomainCluster cluster) {
    http = new Storefront(cluster.url());
    services = cluster.services();
    regionId = http.region("eur").getString("id");
    regionAtStripe = http.region("usd").getString("id");
    cluster.execute(
        """
        UPDATE catalog.product_variant SET inventory_quantity = 1000000;
        DELETE FROM catalog.region_payment_provider WHERE region_id = '%1$s';
        INSERT INTO catalog.region_payment_provider VALUES ('%1$s', 'stripe')
        """
            .formatted(regionAtStripe));
    product = ok(http.get("/store/products?limit=1")).getJsonArray("products").getJsonObject(0);
    customer =
        new JsonObject()
            .put("email", "shopper-" + Ids.ulid().toLowerCase(Locale.ROOT) + "@example.com")
            .put("password", PASSWORD)
            .put("first_name", "Ada")
            .put("last_name", "Lovelace");
    ok(http.post("/store/customers", customer));
    customerCookie = cookie(signInCustomer());
    staffCookie = cookie(signInStaff());
    ok(
        staff(
            "POST",
            "/admin/discounts",
            new JsonObject()
                .put("code", DISCOUNT_CODE)
                .put("regions", new JsonArray().add(regionId))
                .put(
                    "rule",
                    new JsonObject()
                        .put("type", "percentage")
                        .put("value", 10)
                        .put("allocation", "total"))));
  }

  static DomainShop open(DomainCluster cluster) {
    return new DomainShop(cluster);
  }

  private static String cookie(Answer login) {
    ok(login);
    return login.header("set-cookie").replaceFirst(";.*", "");
  }

  String regionId() {
    return regionId;
  }

  String productId() {
    return product.getString("id");
  }

  String handle() {
    return product.getString("handle");
  }

  Answer signInCustomer() {
    return http.post(
        "/store/auth",
        new JsonObject()
            .put("email", customer.getString("email"))
            .put("password", customer.getString("password")));
  }

  Answer signInStaff() {
    return http.post("/admin/auth", STAFF);
  }

  /** Request of a shopper without a login. */
  Answer shopper(String method, String path, @Nullable JsonObject body) {
    return http.send(method, path, body == null ? null : body.encode());
  }

  /** Request of the signed-in customer. */
  Answer customer(String method, String path) {
    return http.send(method, path, null, "cookie", customerCookie);
  }

  /** Request of staff with the session of the dashboard. */
  Answer staff(String method, String path, @Nullable JsonObject body) {
    return http.send(method, path, body == null ? null : body.encode(), "cookie", staffCookie);
  }

  Answer upload() {
    return http.upload("/admin/uploads", "a,b\n", "cookie", staffCookie);
  }

  /** A page of the storefront, or a file, outside of the contract. */
  Answer open(String pathOrUrl) {
    return http.follow(pathOrUrl.startsWith("/") ? http.url() + pathOrUrl : pathOrUrl);
  }

  JsonObject lineItem() {
    return new JsonObject()
        .put("variant_id", product.getJsonArray("variants").getJsonObject(0).getString("id"))
        .put("quantity", 1);
  }

  String newCart() {
    return newCart(regionId);
  }

  private String newCart(String region) {
    return http.createCart(region, lineItem().getString("variant_id"), 1).getString("id");
  }

  /** Cart with everything that its completion needs. */
  String readyCart() {
    String id = newCart();
    http.prepareForCompletion(id, "guest@example.com", "de");
    return id;
  }

  /** The same, paid at Stripe in the shopper's browser. */
  String cartPaidAtStripe() {
    String id = newCart(regionAtStripe);
    JsonObject cart = http.prepareForCompletion(id, "guest@example.com", "us");
    services.pay(cart.getJsonObject("payment_session").getJsonObject("data"));
    return id;
  }

  /** Places the order of a cart, and returns what staff reads of it. */
  JsonObject placed(String cartId) {
    JsonObject answer = ok(shopper("POST", "/store/carts/" + cartId + "/complete", null));
    assertThat(answer.getString("type")).as(answer.encode()).isEqualTo("order");
    return orderOf(staff("GET", orderPath(answer.getJsonObject("data").getString("id"), ""), null));
  }

  JsonObject captured(JsonObject order) {
    return orderOf(capture(order));
  }

  Answer capture(JsonObject order) {
    return staff("POST", orderPath(order, "/capture"), null);
  }

  /** Refunds all of it, once however often it is asked for. */
  Answer refund(JsonObject order) {
    return http.post(
        orderPath(order, "/refund"),
        new JsonObject().put("amount", order.getLong("paid_total")).put("reason", "return"),
        "cookie",
        staffCookie,
        "Idempotency-Key",
        "refund-" + order.getString("id"));
  }

  /** Fulfills all units, unless that has been done, and ships them. */
  Answer ship(JsonObject order) {
    Answer read = staff("GET", orderPath(order, ""), null);
    if (read.status() == 200 && orderOf(read).getJsonArray("fulfillments").isEmpty()) {
      read = staff("POST", orderPath(order, "/fulfillment"), units(order));
    }
    if (read.status() != 200) {
      return read;
    }
    String fulfillment =
        orderOf(read).getJsonArray("fulfillments").getJsonObject(0).getString("id");
    return staff(
        "POST", orderPath(order, "/shipment"), new JsonObject().put("fulfillment_id", fulfillment));
  }

  Answer takeBack(JsonObject order) {
    return staff("POST", orderPath(order, "/return"), units(order).put("receive_now", true));
  }

  static String orderPath(JsonObject order, String tail) {
    return orderPath(order.getString("id"), tail);
  }

  private static String orderPath(String orderId, String tail) {
    return "/admin/orders/" + orderId + tail;
  }

  private static JsonObject units(JsonObject order) {
    JsonArray items = new JsonArray();
    for (Object item : order.getJsonArray("items")) {
      JsonObject line = (JsonObject) item;
      items.add(
          new JsonObject()
              .put("item_id", line.getString("id"))
              .put("quantity", line.getInteger("quantity")));
    }
    return new JsonObject().put("items", items);
  }

  JsonObject shipped(JsonObject order) {
    return orderOf(ship(order));
  }

  private static JsonObject orderOf(Answer answer) {
    return ok(answer).getJsonObject("order");
  }

  static JsonObject ok(Answer answer) {
    assertThat(answer.status()).as(answer.text()).isIn(200, 201);
    return answer.body();
  }
}
