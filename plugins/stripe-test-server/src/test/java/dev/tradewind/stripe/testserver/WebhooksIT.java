package dev.tradewind.stripe.testserver;

import static dev.tradewind.stripe.testserver.ServerFixture.HELD;
import static dev.tradewind.stripe.testserver.ServerFixture.INTENTS;
import static dev.tradewind.stripe.testserver.ServerFixture.PAID;
import static dev.tradewind.stripe.testserver.ServerFixture.SECRET;
import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.stripe.exception.SignatureVerificationException;
import com.stripe.model.Event;
import com.stripe.net.Webhook;
import dev.tradewind.stripe.testserver.TestReceiver.Received;
import dev.tradewind.stripe.testserver.state.ApiVersion;
import dev.tradewind.stripe.testserver.webhook.Delivery;
import dev.tradewind.stripe.testserver.webhook.DeliveryFault;
import dev.tradewind.stripe.testserver.webhook.ForgedEvents;
import dev.tradewind.stripe.testserver.webhook.WebhookEndpoint;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.junit5.VertxExtension;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Webhooks as the Java SDK reads them, their retries and their faults. */
@ExtendWith(VertxExtension.class)
class WebhooksIT {

  private static final String SUCCEEDED = "payment_intent.succeeded";

  private Vertx vertx;
  private StripeTestServer server;
  private TestReceiver receiver;
  private TestClient client;

  @BeforeEach
  void start(Vertx instance) {
    vertx = instance;
    start(false);
  }

  private void start(boolean isLive) {
    server = ServerFixture.start(vertx, isLive);
    receiver = new TestReceiver(vertx);
    client = new TestClient(server);
  }

  @AfterEach
  void close() {
    await(server.close());
    await(receiver.close());
  }

  private void listen() {
    ServerFixture.listen(server, receiver, ApiVersion.OLDEST);
  }

  private String pay() throws Exception {
    String id = client.post(INTENTS, PAID, "key 1").id();
    await(server.webhooks().idle());
    return id;
  }

  @Test
  void theSdkReadsAnEventAndItsRequest() throws Exception {
    listen();
    String id = pay();

    assertThat(receiver.types())
        .containsExactly("payment_intent.created", "charge.succeeded", SUCCEEDED);
    Received received = receiver.received().getLast();
    Event event = Webhook.constructEvent(received.body(), received.signature(), SECRET);
    assertThat(event.getRequest().getIdempotencyKey()).isEqualTo("key 1");
    assertThat(event.getApiVersion()).isEqualTo("2022-11-15");
    JsonObject intent = received.event().getJsonObject("data").getJsonObject("object");
    assertThat(intent.getString("id")).isEqualTo(id);
    assertThat(intent.getString("status")).isEqualTo("succeeded");
    assertThatThrownBy(
            () -> Webhook.constructEvent(received.body() + " ", received.signature(), SECRET))
        .isInstanceOf(SignatureVerificationException.class);
  }

  @ParameterizedTest
  @EnumSource(
      value = DeliveryFault.class,
      names = {"WRONG_SIGNATURE", "STALE", "UNSIGNED"})
  void theSdkRefusesAWrongSignature(DeliveryFault fault) throws Exception {
    listen();
    server.webhooks().plan(SUCCEEDED, fault);
    pay();

    Received received = receiver.received().getLast();
    assertThat(received.type()).isEqualTo(SUCCEEDED);
    if (fault == DeliveryFault.UNSIGNED) {
      assertThat(received.signature()).isNull();
    } else {
      assertThatThrownBy(
              () -> Webhook.constructEvent(received.body(), received.signature(), SECRET))
          .isInstanceOf(SignatureVerificationException.class);
    }
  }

  @Test
  void aTimestampAheadIsSignedForThatTime() throws Exception {
    listen();
    server.webhooks().plan(SUCCEEDED, DeliveryFault.FUTURE);
    pay();

    String signature = receiver.received().getLast().signature();
    long ahead = Long.parseLong(signature.substring(2, signature.indexOf(',')));
    assertThat(ahead).isGreaterThan(System.currentTimeMillis() / 1000 + 300);
    // The SDK compares with the past alone.
    assertThat(Webhook.constructEvent(receiver.received().getLast().body(), signature, SECRET))
        .isNotNull();
  }

  @ParameterizedTest
  @CsvSource({"TWICE, 2", "DROPPED, 0", "HELD, 0"})
  void anEventComesTwiceOrNotYet(DeliveryFault fault, int times) throws Exception {
    listen();
    server.webhooks().plan(SUCCEEDED, fault);
    pay();

    assertThat(receiver.types().stream().filter(SUCCEEDED::equals)).hasSize(times);
    await(server.webhooks().release());
    assertThat(receiver.types().stream().filter(SUCCEEDED::equals))
        .hasSize(fault == DeliveryFault.HELD ? 1 : times);
  }

  @Test
  void anEarlyEventComesBeforeTheAnswer() throws Exception {
    listen();
    server.webhooks().hold();
    server.webhooks().plan(SUCCEEDED, DeliveryFault.EARLY);

    client.post(INTENTS, PAID);

    assertThat(receiver.types()).containsExactly(SUCCEEDED);
  }

  @Test
  void heldEventsComeInAnotherOrder() throws Exception {
    listen();
    server.webhooks().hold();
    pay();
    pay();
    client.post(INTENTS, HELD);
    assertThat(receiver.received()).isEmpty();

    await(server.webhooks().releaseShuffled(1));

    List<String> sent = server.events().stream().map(event -> event.id()).toList();
    List<String> received =
        receiver.received().stream().map(one -> one.event().getString("id")).toList();
    assertThat(received).containsExactlyInAnyOrderElementsOf(sent).isNotEqualTo(sent);
  }

  @ParameterizedTest
  @CsvSource({"true, 10, 71", "false, 4, 4"})
  void aRefusedEventIsRetriedOnTheVirtualClock(boolean isLive, int attempts, int hours)
      throws Exception {
    close();
    start(isLive);
    server
        .webhooks()
        .add(
            new WebhookEndpoint(
                receiver.url(), List.of(SECRET), ApiVersion.OLDEST, List.of(SUCCEEDED)));
    receiver.refuse(1000);
    pay();
    assertThat(receiver.received()).hasSize(1);

    await(server.clock().advance(Duration.ofHours(hours)));

    assertThat(server.webhooks().deliveries())
        .extracting(Delivery::attempt)
        .containsExactlyElementsOf(
            java.util.stream.IntStream.rangeClosed(1, attempts).boxed().toList());
    await(server.clock().advance(Duration.ofDays(10)));
    assertThat(receiver.received()).hasSize(attempts);
    assertThat(client.get("/v1/events?delivery_success=false").body().getJsonArray("data"))
        .hasSize(1);
  }

  @Test
  void aRetryThatIsTakenIsTheLast() throws Exception {
    listen();
    receiver.refuse(1);
    pay();

    await(server.clock().advance(Duration.ofDays(3)));

    assertThat(receiver.received()).hasSize(4);
    assertThat(client.get("/v1/events?delivery_success=false").body().getJsonArray("data"))
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "2022-11-15, true, false",
    "2024-10-28.acacia, true, true",
    "2026-10-28.endive, false, true"
  })
  void anEventHasTheVersionOfItsEndpoint(String version, boolean hasInvoice, boolean hasRefund)
      throws Exception {
    ServerFixture.listen(server, receiver, ApiVersion.of(version));
    client.post("/v1/refunds", "payment_intent=" + pay());
    await(server.webhooks().idle());

    assertThat(receiver.types().contains("refund.created")).isEqualTo(hasRefund);
    assertThat(receiver.types()).contains("charge.refunded");
    JsonObject event = receiver.received().getLast().event();
    assertThat(event.getString("api_version")).isEqualTo(version);
    assertThat(event.getJsonObject("data").getJsonObject("object").containsKey("invoice"))
        .isEqualTo(hasInvoice);
  }

  @Test
  void anOldEventIsDeliveredOnceMoreAsItWas() throws Exception {
    listen();
    String id = client.post(INTENTS, HELD).id();
    client.post(INTENTS + "/" + id + "/cancel", "");
    await(server.webhooks().idle());
    Received first = receiver.received().getFirst();

    await(server.webhooks().redeliver(first.event().getString("id")));

    JsonObject again = receiver.received().getLast().event();
    assertThat(again.getValue("data")).isEqualTo(first.event().getValue("data"));
  }

  @Test
  void forgedBodiesAreSigned() throws Exception {
    listen();
    String id = pay();
    JsonObject event = receiver.received().getLast().event();
    ForgedEvents forged = server.webhooks().forged();

    await(server.webhooks().sendForged(forged.thin(SUCCEEDED, id)));
    Received thin = receiver.received().getLast();
    assertThatThrownBy(() -> Webhook.constructEvent(thin.body(), thin.signature(), SECRET))
        .hasMessageContaining("event notification");
    await(server.webhooks().sendForged(forged.ofOtherMode(event)));
    assertThat(lastVerified().getLivemode()).isTrue();
    await(server.webhooks().sendForged(forged.ofOtherAccount(event)));
    assertThat(lastVerified().getAccount()).startsWith("acct_");
    await(server.webhooks().sendForged(forged.ofForeignIntent(event)));
    assertThat(lastVerified().getData().toJson()).doesNotContain(id + "\"");
  }

  private Event lastVerified() throws Exception {
    Received last = receiver.received().getLast();
    return Webhook.constructEvent(last.body(), last.signature(), SECRET);
  }
}
