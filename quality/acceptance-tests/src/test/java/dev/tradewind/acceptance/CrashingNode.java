package dev.tradewind.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.kernel.failpoint.Failpoint;
import dev.tradewind.testing.TestKafka;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Node that halts at armed failpoints and is started again, with providers that write ledgers of
 * their calls and a member of staff.
 */
public final class CrashingNode implements AutoCloseable {

  private static final String TOKEN = "crash-token";

  private final Path armed;
  private final Path payments;
  private final Path fulfillments;
  private final Cluster cluster;
  private Cluster.Gateway gateway;

  /**
   * @param folder of the ledgers
   */
  public CrashingNode(Path folder) {
    armed = folder.resolve("armed");
    payments = folder.resolve("payments");
    fulfillments = folder.resolve("fulfillments");
    cluster =
        new Cluster(1)
            .withJvm("-D" + Failpoint.PROPERTY + "=" + armed)
            .withJvm("-D" + LedgerPaymentProvider.FILE + "=" + payments)
            .withJvm("-D" + LedgerFulfillmentProvider.FILE + "=" + fulfillments);
    gateway = cluster.full();
    cluster.execute(
        """
        INSERT INTO catalog.payment_provider (id) VALUES ('ledger') ON CONFLICT DO NOTHING;
        DELETE FROM catalog.region_payment_provider;
        INSERT INTO catalog.region_payment_provider SELECT id, 'ledger' FROM catalog.region;
        INSERT INTO catalog.fulfillment_provider (id) VALUES ('ledger') ON CONFLICT DO NOTHING;
        UPDATE catalog.shipping_option SET provider_id = 'ledger';
        UPDATE catalog.product_variant SET inventory_quantity = 100000;
        INSERT INTO customer."user" (id, email, role, api_token, created_at, updated_at)
        VALUES ('usr_crash', 'crash@example.com', 'admin', '%s', now(), now())
        ON CONFLICT DO NOTHING
        """
            .formatted(TOKEN));
  }

  public Cluster cluster() {
    return cluster;
  }

  public NodeProcess process() {
    return gateway.process();
  }

  /** Ledger file of the payment provider. */
  public Path payments() {
    return payments;
  }

  /** Ledger file of the fulfillment provider. */
  public Path fulfillments() {
    return fulfillments;
  }

  public String euros() {
    return gateway.euros();
  }

  /** A new order. */
  public JsonObject placed() {
    Answer answer =
        gateway.storefront().post("/store/carts/" + gateway.readyCart() + "/complete", null);
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    return answer.body().getJsonObject("data");
  }

  /** Sends a request of staff about an order, whose processing crashes the node. */
  public void crash(
      Enum<?> point, JsonObject order, String tail, @Nullable JsonObject body, String key) {
    crash(point, path(order, tail), body, key);
  }

  /** Sends a request, whose processing crashes the node. */
  public void crash(Enum<?> point, String path, @Nullable JsonObject body, String key) {
    arm(point);
    CompletableFuture<Answer> answer =
        gateway.storefront().postLater(path, body, headers(path, key));
    assertThat(answer.handle((answered, failure) -> failure).join()).isNotNull();
    assertThat(process().awaitEnd()).isEqualTo(Failpoint.EXIT_CODE);
  }

  private void arm(Enum<?> point) {
    try {
      Files.writeString(armed, point.name());
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  public void start() {
    gateway = cluster.full();
  }

  /** Order in the response to a request of staff that is expected to succeed. */
  public JsonObject order(JsonObject order, String tail, @Nullable JsonObject body, String key) {
    Answer answer = post(order, tail, body, key);
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    return answer.body().getJsonObject("order");
  }

  public Answer post(JsonObject order, String tail, @Nullable JsonObject body, String key) {
    return post(path(order, tail), body, key);
  }

  private Answer post(String path, @Nullable JsonObject body, String key) {
    return gateway.storefront().post(path, body, headers(path, key));
  }

  /** Response to a request, of staff below {@code /admin}, that is expected to succeed. */
  public JsonObject ok(String path, @Nullable JsonObject body, String key) {
    return StaffClient.ok(post(path, body, key));
  }

  /** Present state of an order. */
  public JsonObject read(JsonObject order) {
    return get(path(order, "")).getJsonObject("order");
  }

  public JsonObject get(String path) {
    return StaffClient.ok(gateway.storefront().send("GET", path, null, headers(path, "read")));
  }

  public static String path(JsonObject order, String tail) {
    return "/admin/orders/" + order.getString("id") + tail;
  }

  /** Requests of shoppers have no credentials. */
  private static String[] headers(String path, String key) {
    return path.startsWith("/admin/")
        ? new String[] {"x-medusa-access-token", TOKEN, "Idempotency-Key", key}
        : new String[] {"Idempotency-Key", key};
  }

  /** Requires one event of each type about the order. */
  public void assertEvents(String where, JsonObject order, String... types) {
    assertEvents(where, order.getString("id"), types);
  }

  /** Requires one event of each type about the order, or the part of an order, with that id. */
  public void assertEvents(String where, String id, String... types) {
    // The lease of the relay of the killed node has to expire first.
    process()
        .awaitThat(
            () -> cluster.count("SELECT count(*) FROM orders.outbox WHERE sent_at IS NULL") == 0);
    Map<String, List<KafkaEvents.Event>> events =
        KafkaEvents.aboutAll(TestKafka.bootstrapServers(), "commerce.order.v1", Set.of(id));
    for (String type : types) {
      assertThat(
              events.get(id).stream()
                  .filter(event -> event.header("ce_type").equals(type))
                  .map(event -> event.header("ce_id"))
                  .distinct())
          .as("%s of %s, crashed at %s", type, id, where)
          .hasSize(1);
    }
  }

  @Override
  public void close() {
    cluster.close();
  }
}
