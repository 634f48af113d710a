package dev.tradewind.acceptance.event;

import static dev.tradewind.testing.Eventually.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.KafkaEvents;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.Storefront;
import dev.tradewind.api.event.Topics;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.testing.TestKafka;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Whole products, customers and orders on compacted topics, with {@code EVENT_BODIES=full}. */
class PublishedStatesIT {

  private static final Set<String> SECRETS =
      Set.of("password_hash", "api_token", "token", "idempotency_key", "data");

  private static Shop shop;
  private static Storefront http;
  private static String[] staff;

  @BeforeAll
  static void open() {
    shop = Shop.publishingStates();
    http = shop.storefront();
    String token = Ids.ulid();
    shop.newUser(newEmail(), "A long password", token);
    staff = new String[] {"x-medusa-access-token", token};
  }

  @Test
  void theTopicsKeepTheLastStateOfAKey() throws Exception {
    shop.newVariant(500, 1);
    List<ConfigResource> topics =
        Topics.STATES.stream()
            .map(topic -> new ConfigResource(ConfigResource.Type.TOPIC, topic.name()))
            .toList();
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", TestKafka.bootstrapServers()))) {
      admin
          .describeConfigs(topics)
          .all()
          .get()
          .values()
          .forEach(config -> assertThat(config.get("cleanup.policy").value()).isEqualTo("compact"));
    }
  }

  @Test
  void aProductIsPublishedAsStaffReadsItUntilItsTombstone() {
    JsonObject product =
        post("/admin/products", "{'title': 'A teapot', 'options': [{'title': 'Size'}]}")
            .getJsonObject("product");
    String id = product.getString("id");
    String option = product.getJsonArray("options").getJsonObject(0).getString("id");
    post(
        "/admin/products/" + id + "/variants",
        "{'title': 'Small', 'prices': [{'amount': 500, 'currency_code': 'eur'}], 'options': [{'option_id': '%s', 'value': 'S'}]}"
            .formatted(option));
    post("/admin/products/" + id, "{'title': 'A better teapot'}");
    JsonObject read = get("/admin/products/" + id).getJsonObject("product");
    read.remove("categories"); // Categories change without a change of the product.

    KafkaEvents.Event state =
        awaitState(Topics.PRODUCT_STATE, id, event -> read.equals(event.data()));

    assertThat(state.message().key()).isEqualTo(id);
    assertThat(state.header("ce_type")).isEqualTo("product.state_changed");
    assertThat(state.data().getJsonArray("variants")).hasSize(1);
    assertVersionsRise(Topics.PRODUCT_STATE, id);

    send("DELETE", "/admin/products/" + id, null);

    KafkaEvents.Event last = awaitState(Topics.PRODUCT_STATE, id, event -> event.data() == null);
    assertThat(last.message().key()).isEqualTo(id);
    assertVersionsRise(Topics.PRODUCT_STATE, id);
  }

  @Test
  void aStateMayBeLargerThanAnEvent() {
    JsonObject product =
        post("/admin/products", "{'title': 'Kettle', 'options': [{'title': 'Number'}]}")
            .getJsonObject("product");
    String id = product.getString("id");
    String option = product.getJsonArray("options").getJsonObject(0).getString("id");
    int variants = 72;
    for (int number = 1; number <= variants; number++) {
      post(
          "/admin/products/" + id + "/variants",
          """
          {'title': 'V%1$d', 'prices': [], 'options': [{'option_id': '%2$s', 'value': '%1$d'}],
           'metadata': {'text': '%3$s'}}
          """
              .formatted(number, option, "x".repeat(16_000)));
    }

    KafkaEvents.Event state =
        awaitState(
            Topics.PRODUCT_STATE,
            id,
            event -> event.data().getJsonArray("variants").size() == variants);

    assertThat(state.message().value()).hasSizeGreaterThan(1_100_000);
  }

  @Test
  void aCustomerIsPublishedWithoutItsPassword() {
    JsonObject customer =
        post(
                "/store/customers",
                "{'email': '%s', 'password': 'A long password', 'first_name': 'Ada', 'last_name': 'L'}"
                    .formatted(newEmail()))
            .getJsonObject("customer");
    String id = customer.getString("id");
    post("/admin/customers/" + id, "{'last_name': 'Lovelace'}");
    JsonObject read = get("/admin/customers/" + id).getJsonObject("customer");

    JsonObject state =
        awaitState(
                Topics.CUSTOMER_STATE,
                id,
                event -> "Lovelace".equals(event.data().getString("last_name")))
            .data();

    assertThat(state.getString("email")).isEqualTo(read.getString("email"));
    assertThat(state.getValue("shipping_addresses")).isEqualTo(read.getValue("shipping_addresses"));
    assertNoSecrets(state);
  }

  @Test
  void anOrderIsPublishedAfterItsPlacementAndItsCancellation() {
    String cart = shop.readyCart(shop.newVariant(500, 3).getString("id"), 2);
    String id =
        http.post("/store/carts/" + cart + "/complete", null)
            .body()
            .getJsonObject("data")
            .getString("id");
    JsonObject placed = awaitState(Topics.ORDER_STATE, id, event -> true).data();
    assertThat(placed.getString("status")).isEqualTo("pending");
    assertThat(placed.getJsonArray("items")).hasSize(1);

    post("/admin/orders/" + id + "/cancel", null);

    JsonObject read = get("/admin/orders/" + id).getJsonObject("order");
    JsonObject canceled =
        awaitState(
                Topics.ORDER_STATE,
                id,
                event -> "canceled".equals(event.data().getString("status")))
            .data();
    assertThat(canceled.getLong("total")).isEqualTo(read.getLong("total"));
    assertThat(canceled.getJsonObject("shipping_address"))
        .isEqualTo(read.getJsonObject("shipping_address"));
    assertThat(read.getJsonArray("payments").getJsonObject(0).containsKey("data")).isTrue();
    assertNoSecrets(canceled);
    assertVersionsRise(Topics.ORDER_STATE, id);
  }

  private static void assertNoSecrets(Object value) {
    switch (value) {
      case JsonObject object -> {
        assertThat(object.fieldNames()).doesNotContainAnyElementsOf(SECRETS);
        object.forEach(entry -> assertNoSecrets(entry.getValue()));
      }
      case JsonArray array -> array.forEach(PublishedStatesIT::assertNoSecrets);
      case null, default -> {}
    }
  }

  private static void assertVersionsRise(String topic, String id) {
    assertThat(statesOf(topic, id))
        .extracting(event -> Long.parseLong(event.header("ce_aggregateversion")))
        .isSorted();
  }

  private static List<KafkaEvents.Event> statesOf(String topic, String id) {
    return shop.allEvents(topic).stream()
        .filter(event -> event.message().key().equals(id))
        .toList();
  }

  /** The last state of the key, once it meets the condition. */
  private static KafkaEvents.Event awaitState(
      String topic, String id, Predicate<KafkaEvents.Event> condition) {
    return value(
            () -> statesOf(topic, id),
            states -> !states.isEmpty() && condition.test(states.getLast()))
        .getLast();
  }

  private static String newEmail() {
    return Ids.ulid().toLowerCase(Locale.ROOT) + "@example.com";
  }

  private static JsonObject get(String path) {
    return send("GET", path, null);
  }

  private static JsonObject post(String path, String body) {
    return send("POST", path, body);
  }

  private static JsonObject send(String method, String path, String body) {
    Answer answer = http.send(method, path, body == null ? null : body.replace('\'', '"'), staff);
    assertThat(answer.status()).as(answer.text()).isBetween(200, 299);
    return answer.body();
  }
}
