package dev.tradewind.acceptance.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.KafkaEvents;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.Storefront;
import dev.tradewind.api.event.Topics;
import dev.tradewind.api.event.type.EventSchemas;
import dev.tradewind.api.event.type.EventType;
import dev.tradewind.api.event.type.EventTypes;
import dev.tradewind.kernel.text.Ids;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Events of administrative changes arrive on Kafka in their order and as docs/events/asyncapi.yaml
 * describes them.
 */
class PublishedEventsIT {

  private static Shop shop;
  private static Storefront http;
  private static String[] staff;

  @BeforeAll
  static void open() {
    shop = Shop.shared();
    http = shop.storefront();
    String token = Ids.ulid();
    shop.newUser(newEmail(), "A long password", token);
    staff = new String[] {"x-medusa-access-token", token};
  }

  /** Reading an event validates it: also those that other tests of this JVM caused. */
  @AfterAll
  static void validateEveryPublishedEvent() {
    assertThat(Topics.ALL.stream().mapToInt(topic -> shop.allEvents(topic.name()).size()).sum())
        .isGreaterThan(20);
  }

  @Test
  void anEventCarriesTheTraceOfItsRequestAndTheUrlOfItsSchema() {
    String trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00";
    String state = "fw529a3039@dt=a b;c";
    String variant = shop.newVariant(500, 2).getString("id");
    String cart = shop.readyCart(variant, 2);
    Answer placed =
        http.send(
            "POST",
            "/store/carts/" + cart + "/complete",
            null,
            "traceparent",
            trace,
            "tracestate",
            state + " , ,congo=t61rcWkgMzE");
    String id = placed.body().getJsonObject("data").getString("id");

    KafkaEvents.Event event = shop.events(Topics.ORDER, id, 1).getFirst();

    assertThat(event.header("ce_traceparent")).isEqualTo(trace);
    assertThat(event.header("traceparent")).isEqualTo(trace);
    assertThat(event.header("ce_tracestate")).isEqualTo(state + ",congo=t61rcWkgMzE");
    assertThat(event.header("tracestate")).isEqualTo(state + ",congo=t61rcWkgMzE");
    String schema = event.header("ce_dataschema");
    assertThat(schema).isEqualTo(Shop.PUBLIC_URL + EventSchemas.path(type(event)));
    assertThat(http.get(schema.substring(Shop.PUBLIC_URL.length())).body().getString("title"))
        .isEqualTo("order.placed");
    // Published functions of other schemas append these.
    assertThat(shop.events(Topics.INVENTORY, variant, 1))
        .singleElement()
        .satisfies(taken -> {
          assertThat(taken.header("traceparent")).isEqualTo(trace);
          assertThat(taken.header("tracestate")).isEqualTo(state + ",congo=t61rcWkgMzE");
        });

    post("/admin/orders/" + id + "/cancel", null);

    List<KafkaEvents.Event> stock = shop.events(Topics.INVENTORY, variant, 2);
    List<KafkaEvents.Event> order = shop.events(Topics.ORDER, id, 2);
    assertThat(stock.getLast().header("traceparent"))
        .isNotEqualTo(trace)
        .isEqualTo(order.getLast().header("traceparent"));
  }

  private static EventType type(KafkaEvents.Event event) {
    return EventTypes.find(event.message().topic(), event.header("ce_type")).orElseThrow();
  }

  @Test
  void changesOfACollectionArePublishedInOrder() {
    String product = shop.newVariant(500, 1).getString("product_id");
    String products = "{'product_ids': ['%s']}".formatted(product);
    String id = id(post("/admin/collections", "{'title': 'Teapots'}"), "collection");
    String path = "/admin/collections/" + id;
    post(path, "{'title': 'Teapots and cups'}");
    post(path + "/products/batch", products);
    send("DELETE", path + "/products/batch", products);
    send("DELETE", path, null);

    assertPublished(
        Topics.COLLECTION,
        id,
        "product-collection.created",
        "product-collection.updated",
        "product-collection.products_added",
        "product-collection.products_removed",
        "product-collection.deleted");
  }

  @Test
  void aProductTellsThatItsCategoriesChange() {
    String product = shop.newVariant(500, 1).getString("product_id");
    String products = "{'product_ids': [{'id': '%s'}]}".formatted(product);
    String name = "{'name': '" + Ids.ulid() + "'}";
    String id = id(post("/admin/product-categories", name), "product_category");
    String path = "/admin/product-categories/" + id;
    post(path + "/products/batch", products);
    send("DELETE", path + "/products/batch", products);
    post(path + "/products/batch", products);
    send("DELETE", path, null);

    assertPublished(Topics.COLLECTION, id, "product-category.created", "product-category.deleted");
    assertPublished(
        Topics.CATALOG,
        product,
        "product.updated",
        "product.updated",
        "product.updated",
        "product.updated");
  }

  @Test
  void changesOfAPriceListArePublishedInOrder() {
    String variant = shop.newVariant(500, 1).getString("id");
    String list =
        """
        {'name': 'Sale', 'description': 'Sale', 'type': 'sale',
        'prices': [{'variant_id': '%s', 'currency_code': 'eur', 'amount': 400}]}
        """;
    String id = id(post("/admin/price-lists", list.formatted(variant)), "price_list");
    post("/admin/price-lists/" + id, "{'name': 'Great sale'}");
    send("DELETE", "/admin/price-lists/" + id, null);

    assertPublished(
        Topics.COLLECTION, id, "price-list.created", "price-list.updated", "price-list.deleted");
  }

  @Test
  void changesOfARegionArePublishedInOrder() {
    String region =
        """
        {'name': 'South', 'currency_code': 'eur', 'tax_rate': 20, 'countries': [],
        'payment_providers': ['manual'], 'fulfillment_providers': ['manual']}
        """;
    String id = id(post("/admin/regions", region), "region");
    post("/admin/regions/" + id, "{'name': 'Far south'}");
    send("DELETE", "/admin/regions/" + id, null);

    assertPublished(Topics.SETTINGS, id, "region.created", "region.updated", "region.deleted");
  }

  @Test
  void changesOfACustomerGroupArePublishedInOrder() {
    String id =
        id(post("/admin/customer-groups", "{'name': '" + Ids.ulid() + "'}"), "customer_group");
    post("/admin/customer-groups/" + id, "{'name': '" + Ids.ulid() + "'}");
    send("DELETE", "/admin/customer-groups/" + id, null);

    assertPublished(
        Topics.CUSTOMER_GROUP,
        id,
        "customer_group.created",
        "customer_group.updated",
        "customer_group.deleted");
  }

  @Test
  void whatStaffChangesOfACustomerIsPublishedInOrder() {
    String email = newEmail();
    String newcomer =
        "{'email': '%s', 'password': 'A long password', 'first_name': 'Ada', 'last_name': 'L'}";
    String id = id(post("/admin/customers", newcomer.formatted(email)), "customer");
    String group =
        id(post("/admin/customer-groups", "{'name': '" + Ids.ulid() + "'}"), "customer_group");
    String path = "/admin/customers/" + id;
    post(path, "{'password': 'Another password', 'groups': [{'id': '%s'}]}".formatted(group));
    post(path, "{'groups': []}");

    assertPublished(
        Topics.CUSTOMER,
        id,
        "customer.created",
        "customer.updated",
        "customer.groups_changed",
        "customer.groups_changed");
    assertPublished(
        Topics.CUSTOMER_GROUP,
        group,
        "customer_group.created",
        "customer_group.customers_added",
        "customer_group.customers_removed");
    assertThat(shop.allEvents(Topics.NOTIFICATION))
        .filteredOn(notification -> email.equals(notification.data().getString("to")))
        .extracting(notification -> notification.data().getString("event_name"))
        .containsExactly("customer.password_changed");
  }

  @Test
  void changesOfAUserArePublishedAndItsTokenOnlyInTheNotification() {
    String email = newEmail();
    String id =
        id(
            post("/admin/users", "{'email': '%s', 'password': 'A long password'}".formatted(email)),
            "user");
    post("/admin/users/" + id, "{'first_name': 'Ada'}");
    post("/admin/users/password-token", "{'email': '%s'}".formatted(email));
    send("DELETE", "/admin/users/" + id, null);

    assertPublished(
        Topics.ACCESS, id, "user.created", "user.updated", "user.password_reset", "user.deleted");
    assertNotified("user.password_reset", email);
  }

  @Test
  void anInviteIsPublishedAndItsTokenOnlyInTheNotification() {
    String email = newEmail();
    post("/admin/invites", "{'user': '%s', 'role': 'member'}".formatted(email));
    String id =
        send("GET", "/admin/invites", null).body().getJsonArray("invites").stream()
            .map(JsonObject.class::cast)
            .filter(invite -> email.equals(invite.getString("user_email")))
            .findFirst()
            .orElseThrow()
            .getString("id");

    assertPublished(Topics.ACCESS, id, "invite.created");
    assertNotified("invite.created", email);
  }

  @Test
  void aPasswordResetIsPublishedAndItsTokenOnlyInTheNotification() {
    String email = newEmail();
    String id =
        id(
            post(
                "/store/customers",
                "{'email': '%s', 'password': 'A long password', 'first_name': 'Ada', 'last_name': 'L'}"
                    .formatted(email)),
            "customer");
    post("/store/customers/password-token", "{'email': '%s'}".formatted(email));

    assertPublished(Topics.CUSTOMER, id, "customer.created", "customer.password_reset");
    assertNotified("customer.password_reset", email);
  }

  @Test
  void tokensOfNotificationsMakeUsersAndSetPasswords() {
    String invited = newEmail();
    post("/admin/invites", "{'user': '%s', 'role': 'member'}".formatted(invited));
    post(
        "/admin/invites/accept",
        "{'token': '%s', 'user': {'first_name': 'Ada', 'password': 'A long password'}}"
            .formatted(token("invite.created", invited)));
    post("/admin/users/password-token", "{'email': '%s'}".formatted(invited));
    post(
        "/admin/users/reset-password",
        "{'token': '%s', 'password': 'Another password'}"
            .formatted(token("user.password_reset", invited)));
    post("/admin/auth", "{'email': '%s', 'password': 'Another password'}".formatted(invited));

    String shopper = newEmail();
    post(
        "/store/customers",
        "{'email': '%s', 'password': 'A long password', 'first_name': 'Ada', 'last_name': 'L'}"
            .formatted(shopper));
    post("/store/customers/password-token", "{'email': '%s'}".formatted(shopper));
    post(
        "/store/customers/password-reset",
        "{'email': '%s', 'token': '%s', 'password': 'Another password'}"
            .formatted(shopper, token("customer.password_reset", shopper)));
    post("/store/auth", "{'email': '%s', 'password': 'Another password'}".formatted(shopper));
  }

  /** The one-time token of a notification. */
  private static String token(String event, String email) {
    return shop.allEvents(Topics.NOTIFICATION).stream()
        .map(KafkaEvents.Event::data)
        .filter(data -> email.equals(data.getString("to")))
        .filter(data -> event.equals(data.getString("event_name")))
        .findFirst()
        .orElseThrow()
        .getJsonObject("data")
        .getString("token");
  }

  @Test
  void aCompletedOrderIsPublishedAfterItsPlacement() {
    String cart = shop.readyCart(shop.newVariant(500, 1).getString("id"), 1);
    String id =
        http.post("/store/carts/" + cart + "/complete", null)
            .body()
            .getJsonObject("data")
            .getString("id");
    post("/admin/orders/" + id + "/complete", null);

    assertPublished(Topics.ORDER, id, "order.placed", "order.completed");
  }

  @Test
  void theCaptureOfAPaymentIsPublishedForThePaymentAndItsOrder() {
    String cart = shop.readyCart(shop.newVariant(500, 1).getString("id"), 1);
    String id =
        http.post("/store/carts/" + cart + "/complete", null)
            .body()
            .getJsonObject("data")
            .getString("id");
    String payment =
        send("GET", "/admin/orders/" + id, null)
            .body()
            .getJsonObject("order")
            .getJsonArray("payments")
            .getJsonObject(0)
            .getString("id");
    post("/admin/payments/" + payment + "/capture", null);

    assertPublished(Topics.ORDER, id, "order.placed", "order.payment_captured");
    assertPublished(Topics.ORDER, payment, "payment.payment_captured");
  }

  @Test
  void theCancellationOfABatchJobIsItsLastEvent() {
    String id =
        id(
            post("/admin/batch-jobs", "{'type': 'product-export', 'context': {}, 'dry_run': true}"),
            "batch_job");
    post("/admin/batch-jobs/" + id + "/cancel", null);

    assertThat(types(Topics.BATCH_JOB, id, 10))
        .startsWith("batch.created")
        .endsWith("batch.canceled");
  }

  private static void assertPublished(String topic, String id, String... types) {
    assertThat(types(topic, id, types.length)).containsExactly(types);
  }

  private static List<String> types(String topic, String id, int atMost) {
    return shop.events(topic, id, atMost).stream().map(event -> event.header("ce_type")).toList();
  }

  /** Asserts the notification with a one-time token, found by its recipient. */
  private static void assertNotified(String event, String email) {
    assertThat(shop.allEvents(Topics.NOTIFICATION))
        .filteredOn(notification -> email.equals(notification.data().getString("to")))
        .singleElement()
        .satisfies(notification -> {
          assertThat(notification.data().getString("event_name")).isEqualTo(event);
          assertThat(notification.data().getJsonObject("data").getString("token")).isNotEmpty();
        });
  }

  private static String newEmail() {
    return Ids.ulid().toLowerCase(Locale.ROOT) + "@example.com";
  }

  private static String id(Answer answer, String resource) {
    return answer.body().getJsonObject(resource).getString("id");
  }

  private static Answer post(String path, String body) {
    return send("POST", path, body);
  }

  private static Answer send(String method, String path, String body) {
    Answer answer = http.send(method, path, body == null ? null : body.replace('\'', '"'), staff);
    assertThat(answer.status()).as(answer.text()).isBetween(200, 299);
    return answer;
  }
}
