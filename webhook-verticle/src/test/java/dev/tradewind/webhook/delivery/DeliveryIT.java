package dev.tradewind.webhook.delivery;

import static dev.tradewind.testing.Eventually.until;
import static dev.tradewind.testing.Futures.await;
import static dev.tradewind.webhook.TestWebhooks.event;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.kernel.outbound.WebhookSecret;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.outbox.EventBuilder;
import dev.tradewind.kernel.queue.Lease;
import dev.tradewind.webhook.Receiver;
import dev.tradewind.webhook.Receiver.Received;
import dev.tradewind.webhook.TestWebhooks;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DeliveryIT {

  private static final JsonObject NOTHING = new JsonObject();

  private final TestWebhooks shop = new TestWebhooks();
  private final Receiver receiver = new Receiver(shop.vertx);
  private final DeliveryStore store = new DeliveryStore();

  @AfterEach
  void close() {
    shop.close();
  }

  /** Every third event fails once; failed ones are due again at once instead of after seconds. */
  @Test
  void threeNodesDeliverEachKeyInOrderWhileEventsAreAddedAndAttemptsFail() throws Exception {
    shop.node();
    shop.node();
    shop.node();
    Set<String> failed = ConcurrentHashMap.newKeySet();
    receiver.answering(one -> one.id().hashCode() % 3 == 0 && failed.add(one.id()) ? 500 : 200);
    shop.subscribe(receiver.url(), "order.*");
    int keys = 12;
    int versions = 20;
    try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
      List<Future<?>> announced = new ArrayList<>();
      for (int thread = 0; thread < 4; thread++) {
        int first = thread;
        announced.add(
            threads.submit(() -> {
              for (int version = 1; version <= versions; version++) {
                for (int key = first; key < keys; key += 4) {
                  shop.announce(event("order.updated", "order_" + key, version));
                }
              }
            }));
      }
      for (Future<?> each : announced) {
        each.get();
      }
    }
    until(() -> {
      shop.sql("UPDATE delivery_queue SET due_at = now() WHERE lease IS NULL");
      return shop.count("delivery WHERE status = 'pending'") == 0;
    });

    assertThat(failed).isNotEmpty();
    Map<String, Set<Long>> versionsByKey = new LinkedHashMap<>();
    for (Received one : receiver.received()) {
      versionsByKey
          .computeIfAbsent(one.key(), key -> new LinkedHashSet<>())
          .add(Long.parseLong(one.event().getString("aggregateversion")));
    }
    assertThat(versionsByKey).hasSize(keys);
    assertThat(versionsByKey.values())
        .allSatisfy(seen ->
            assertThat(seen)
                .containsExactlyElementsOf(LongStream.rangeClosed(1, versions).boxed().toList()));
    until(() -> shop.count("delivery_queue") == 0);
    assertThat(shop.count("delivery_attempt WHERE error IS NOT NULL")).isEqualTo(failed.size());
  }

  @Test
  void aReceiverThatAsksForAPauseIsLeftAloneThatLong() {
    shop.node();
    receiver.answering(one -> 503).askingToRetryAfter("600");
    String id = shop.subscribe(receiver.url(), "*").getString("id");

    shop.announce(event("order.placed", "order_1", 1));
    until(() -> shop.count("delivery_attempt WHERE status_code = 503") == 1);
    until(() -> shop.count("delivery_queue WHERE lease IS NULL") == 1);

    assertThat(shop.deliveries(id).getJsonObject(0).getString("next_attempt_at")).isNotNull();
    assertThat(shop.count("delivery_queue WHERE due_at > now() + interval '8 minutes'"))
        .isEqualTo(1);
  }

  @Test
  void aLaterEventOfAKeyWaitsForTheEarlierOneAndOtherKeysDoNot() {
    shop.node();
    Map<String, Integer> attempts = new HashMap<>();
    receiver.answering(one -> {
      attempts.merge(one.key(), 1, Integer::sum);
      return one.key().equals("order_1") && attempts.get("order_1") <= 2 ? 503 : 200;
    });
    String id = shop.subscribe(receiver.url(), "*").getString("id");

    shop.announce(
        event("order.placed", "order_1", 1),
        event("order.updated", "order_1", 2),
        event("order.placed", "order_2", 1));
    until(() -> receiver.received().stream().anyMatch(one -> one.key().equals("order_2")));
    until(() -> shop.count("delivery_attempt WHERE status_code = 503") == 1);
    JsonObject waiting = shop.deliveries(id).getJsonObject(2);
    assertThat(waiting.getString("next_attempt_at")).isNotNull();
    assertThat(shop.deliveries(id).getJsonObject(1).getInteger("attempts_count")).isZero();
    shop.awaitDelivered();

    assertThat(receiver.received())
        .filteredOn(one -> one.key().equals("order_1"))
        .extracting(one -> one.event().getString("type"))
        .containsExactly("order.placed", "order.placed", "order.placed", "order.updated");
    JsonObject first = shop.deliveries(id).getJsonObject(2);
    assertThat(first.getJsonArray("attempts"))
        .extracting(one -> ((JsonObject) one).getInteger("status_code"))
        .containsExactly(503, 503, 200);
    assertThat(first.getJsonArray("attempts").getJsonObject(0).getString("response"))
        .isEqualTo("answered");
  }

  /** As after a crash of the holder between the receiver's answer and its record. */
  @Test
  void anExpiredLeaseIsTakenOverAndItsFormerHolderRecordsNothing() {
    String id = subscribe(receiver.url());
    shop.announce(event("order.placed", "order_1", 1));
    shop.awaitDelivered();
    until(() -> shop.count("delivery_queue") == 0);
    shop.sql("UPDATE delivery SET status = 'pending'");
    shop.sql(
        "INSERT INTO delivery_queue (subscription_id, key, lease, due_at) VALUES ($1, 'order_1',"
            + " 'crashed', now() + interval '1 hour')",
        id);
    Lease<DeliveryStore.Keyed> previous =
        new Lease<>(
            List.of(id, "order_1"),
            0,
            Instant.now().plus(Duration.ofHours(1)),
            new DeliveryStore.Keyed(id, "order_1", 0));
    shop.sql("UPDATE delivery_queue SET due_at = now()");
    shop.awaitDelivered();

    assertThat(receiver.received()).hasSize(2);
    assertThat(
            await(
                store.delivered(
                    shop.pool,
                    previous,
                    1,
                    new DeliveryStore.Attempt(
                        TestWebhooks.CLOCK.instant(),
                        Duration.ZERO,
                        200,
                        null,
                        null,
                        Duration.ZERO),
                    Instant.now())))
        .isFalse();
    assertThat(shop.count("delivery_attempt")).isEqualTo(2);
  }

  /** The holder read that the key has no pending delivery, before another one was added. */
  @Test
  void aQueueToWhichADeliveryWasAddedDoesNotEnd() {
    String id = subscribe(receiver.url());
    shop.sql("UPDATE subscription SET status = 'paused'");
    shop.announce(event("order.placed", "order_1", 1));
    Lease<DeliveryStore.Keyed> lease =
        await(store.lease(shop.pool, id, Instant.now(), 1)).getFirst();
    shop.announce(event("order.updated", "order_1", 2));

    assertThat(await(store.end(shop.pool, lease))).isFalse();
    assertThat(shop.count("delivery_queue")).isEqualTo(1);
  }

  @Test
  void aDeliveryThatFailsForADayPausesTheSubscriptionUntilItIsResumed() {
    String id = subscribe(receiver.answering(one -> 500).url());
    Event event = event("order.placed", "order_1", 1);
    shop.announce(event);
    until(() -> shop.count("delivery WHERE failures > 0") == 1);
    shop.sql("UPDATE delivery SET failing_since = now() - interval '25 hours', failures = 40");
    shop.sql("UPDATE delivery_queue SET due_at = now(), lease = NULL");
    until(() -> shop.webhook(id).getString("status").equals("paused"));
    assertThat(shop.webhook(id).getString("status_reason"))
        .contains(event.eventId())
        .contains("24 hours")
        .contains("500");
    assertThat(
            shop.count(
                "audit_entry WHERE action = 'setting_change' AND subject = '%s'".formatted(id)
                    + " AND actor_type = 'system' AND before ->> 'status' = 'active'"
                    + " AND after ->> 'status' = 'paused'"))
        .isEqualTo(1);
    shop.announce(event("order.updated", "order_1", 2));
    assertThat(shop.count("delivery WHERE status = 'pending'")).isEqualTo(2);

    receiver.answering(one -> 204);
    shop.succeed("adminResumeWebhook", id, NOTHING, NOTHING);
    shop.awaitDelivered();

    assertThat(shop.webhook(id).getString("status")).isEqualTo("active");
    assertThat(shop.webhook(id).getString("status_reason")).isNull();
  }

  @Test
  void aReceiverThatIsGoneDisablesTheSubscription() {
    String id = subscribe(receiver.answering(one -> 410).url());
    shop.announce(event("order.placed", "order_1", 1));
    until(() -> shop.webhook(id).getString("status").equals("disabled"));
    shop.announce(event("order.placed", "order_2", 1));

    assertThat(shop.count("delivery")).isEqualTo(1);
  }

  @Test
  void aReceiverThatIsBackGetsAtOnceWhatWaitedForItsNextAttempt() {
    subscribe(receiver.answering(one -> 500).url());
    for (int key = 0; key < 8; key++) {
      shop.announce(event("order.placed", "order_" + key, 1));
    }
    until(() -> shop.count("subscription WHERE failures >= 5") == 1);
    until(() -> shop.count("delivery_queue WHERE lease IS NOT NULL") == 0);
    shop.sql("UPDATE delivery_queue SET due_at = now() + interval '1 hour'");
    receiver.answering(one -> 200);
    shop.announce(event("order.placed", "order_new", 1));

    shop.awaitDelivered();
  }

  @Test
  void oneEventOrARangeIsDeliveredAgainEvenIfItIsOlderThanTheSubscription() {
    shop.node();
    Event before = event("order.placed", "order_1", 1);
    shop.announce(before, event("swap.created", "order_1", 2));
    String id = shop.subscribe(receiver.url(), "order.*").getString("id");
    Event later = event("order.updated", "order_1", 3);
    shop.announce(later);
    shop.awaitDelivered();

    JsonObject one =
        shop.succeed(
            "adminRedeliverWebhookEvents",
            id,
            NOTHING,
            new JsonObject().put("event_id", before.eventId()));
    shop.awaitDelivered();
    JsonObject range =
        shop.succeed(
            "adminRedeliverWebhookEvents",
            id,
            NOTHING,
            new JsonObject().put("after", "0").put("until", "3"));
    shop.awaitDelivered();

    assertThat(one.getInteger("redelivered")).isEqualTo(1);
    assertThat(range.getInteger("redelivered")).isEqualTo(2);
    assertThat(receiver.received())
        .extracting(Received::id)
        .containsExactly(later.eventId(), before.eventId(), before.eventId(), later.eventId());
    assertThat(
            shop.ask(
                    "adminRedeliverWebhookEvents",
                    id,
                    NOTHING,
                    new JsonObject().put("event_id", "unknown"))
                .status())
        .isEqualTo(404);
  }

  @Test
  void aRedeliveryDoesNotWaitForTheBackoffOfTheKey() {
    String id = subscribe(receiver.answering(one -> 500).url());
    Event event = event("order.placed", "order_1", 1);
    shop.announce(event);
    until(() -> shop.count("delivery WHERE failures > 0") == 1);
    shop.sql("UPDATE delivery_queue SET due_at = now() + interval '1 hour' WHERE lease IS NULL");
    receiver.answering(one -> 200);
    shop.succeed(
        "adminRedeliverWebhookEvents",
        id,
        NOTHING,
        new JsonObject().put("event_id", event.eventId()));

    shop.awaitDelivered();
  }

  @Test
  void aRotatedSecretSignsBesideTheFormerOneForADay() {
    JsonObject created = created();
    String id = created.getString("id");
    JsonObject rotated =
        shop.succeed("adminRotateWebhookSecret", id, NOTHING, NOTHING).getJsonObject("webhook");
    shop.announce(
        EventBuilder.builder(event("order.placed", "order_1", 1)).tracestate("rojo=1").build());
    shop.awaitDelivered();
    shop.sql("UPDATE subscription SET previous_until = now()");
    shop.announce(event("order.updated", "order_1", 2));
    shop.awaitDelivered();

    assertThat(receiver.received())
        .isNotEmpty()
        .allSatisfy(one ->
            assertThat(one.headers().get("traceparent"))
                .isNotNull()
                .isEqualTo(one.event().getString("traceparent")));
    assertThat(receiver.received())
        .extracting(one -> one.headers().get("tracestate"))
        .containsExactly("rojo=1", null);
    assertThat(receiver.received())
        .extracting(one -> one.event().getString("tracestate"))
        .containsExactly("rojo=1", null);
    assertThat(shop.webhook(id).containsKey("secret")).isFalse();
    assertThat(signatures(0)).containsExactly(expected(0, rotated), expected(0, created));
    assertThat(signatures(1)).containsExactly(expected(1, rotated));
  }

  @Test
  void secretsAreReadableAfterARotationOfTheSigningKeys() {
    JsonObject created = created();
    shop.rotateKeys();
    shop.node();
    for (int key = 0; key < 6; key++) {
      shop.announce(event("order.placed", "order_" + key, 1));
    }
    shop.awaitDelivered();

    assertThat(receiver.received()).isNotEmpty();
    assertThat(signatures(0)).containsExactly(expected(0, created));
  }

  @Test
  void aHostNameOfAPrivateAddressIsNotCalled() {
    shop.node(List.of());
    String id = shop.subscribe("http://localhost:1/", "*").getString("id");
    shop.announce(event("order.placed", "order_1", 1));
    until(() -> shop.count("delivery_attempt") == 1);

    JsonArray attempts = shop.deliveries(id).getJsonObject(0).getJsonArray("attempts");
    assertThat(attempts.getJsonObject(0).getString("error"))
        .isEqualTo("The address must not be called: It is not on the internet");
  }

  /** A subscription to all events, of a shop with one node. */
  private String subscribe(String url) {
    shop.node();
    return shop.subscribe(url, "*").getString("id");
  }

  private JsonObject created() {
    shop.node();
    return shop.subscribe(receiver.url(), "*");
  }

  private List<String> signatures(int request) {
    return List.of(
        receiver.received().get(request).headers().get("webhook-signature").split(" ", -1));
  }

  private String expected(int request, JsonObject webhook) {
    Received one = receiver.received().get(request);
    return WebhookSecret.parse(webhook.getString("secret"))
        .orElseThrow()
        .sign(
            one.headers().get("webhook-id"),
            Long.parseLong(one.headers().get("webhook-timestamp")),
            one.body().getBytes());
  }
}
