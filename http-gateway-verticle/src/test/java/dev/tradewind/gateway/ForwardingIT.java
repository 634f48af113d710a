package dev.tradewind.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.gateway.config.GatewayConfig;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ForwardingIT {

  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  // Unlike the output of any encoder: it arrives only if it was passed through unparsed.
  private static final String BYTES = "{ \"carts\" :[ 1.0e0,\"\\u00e9\" ]}";

  private static final String PARENT = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-";

  private static final List<Request> SEEN = Collections.synchronizedList(new ArrayList<>());
  private static RunningGateway gateway;
  private static Http http;

  @BeforeAll
  static void start() {
    gateway = new RunningGateway(TIMEOUT);
    http = gateway.http;
    gateway.serve(
        "cart",
        new Operations()
            .on("storeCreateCart", ForwardingIT::remember)
            .on("storeGetCart", ForwardingIT::remember)
            .on("storeUpdateLineItem", ForwardingIT::remember)
            .on("storeCompleteCart", ForwardingIT::remember)
            .on("storeUpdateCart", request -> Future.failedFuture(Problem.notFound("Cart gone")))
            .on("storeDeleteLineItem", request -> Promise.<Reply>promise().future())
            .on(
                "storeExplainCartTotals",
                request -> {
                  SEEN.add(request);
                  return Promise.<Reply>promise().future();
                })
            .on("storeAddLineItem", new SlowAtFirst()::answer)
            .on(
                "storeSelectPaymentSession",
                request -> Future.failedFuture(new IllegalStateException("secret detail")))
            .on(
                "storeAddShippingMethod",
                request ->
                    Future.succeededFuture(
                        Reply.text(201, "made").withHeaders(Map.of("x-made", "yes")))));
  }

  private static Future<Reply> remember(Request request) {
    SEEN.add(request);
    return Future.succeededFuture(Reply.json(200, Buffer.buffer(BYTES)));
  }

  private static final class SlowAtFirst {

    private int calls;

    Future<Reply> answer(Request request) {
      SEEN.add(request);
      return calls++ == 0
          ? Promise.<Reply>promise().future()
          : Future.succeededFuture(Reply.ok(new JsonObject().put("attempt", calls)));
    }
  }

  @AfterAll
  static void stop() {
    gateway.close();
  }

  private static Request seen() {
    return SEEN.getLast();
  }

  @Test
  void anAnswerPassesThroughByteForByte() {
    Http.Answer answer = http.get("/store/carts/cart_1?expand=items,region");

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.header("content-type")).isEqualTo("application/json; charset=utf-8");
    assertThat(answer.body()).isEqualTo(BYTES);
    assertThat(seen().operation()).isEqualTo("storeGetCart");
    assertThat(seen().path("id")).isEqualTo("cart_1");
    assertThat(seen().query()).isEqualTo(new JsonObject().put("expand", "items,region"));
    assertThat(seen().context().principal().isCustomer()).isFalse();
  }

  @Test
  void statusHeadersAndContentTypeAreThoseOfTheOwner() {
    Http.Answer answer = http.post("/store/carts/cart_1/shipping-methods", "{\"option_id\":\"a\"}");

    assertThat(answer.status()).isEqualTo(201);
    assertThat(answer.header("content-type")).isEqualTo("text/plain; charset=utf-8");
    assertThat(answer.header("x-made")).isEqualTo("yes");
    assertThat(answer.body()).isEqualTo("made");
  }

  @Test
  void theOwnerSeesTheClientsAddressAndAgent() {
    http.send(
        "POST /store/carts HTTP/1.1",
        "User-Agent: shopper\r\nX-Forwarded-For: 9.9.9.9\r\nx-publishable-api-key: pk_1\r\n",
        "");

    assertThat(seen().header("user-agent")).isEqualTo("shopper");
    assertThat(seen().header("remote-address")).isEqualTo("127.0.0.1");
    assertThat(seen().header("x-publishable-api-key")).isEqualTo("pk_1");
    assertThat(seen().header("host")).isNull();
    assertThat(seen().body()).isEqualTo(new JsonObject());
  }

  @Test
  void pathParametersAreDecodedOnce() {
    http.post("/store/carts/a%2Fb/line-items/c%2525d%20e", "{\"quantity\":2}");

    assertThat(seen().path("id")).isEqualTo("a/b");
    assertThat(seen().path("line_id")).isEqualTo("c%25d e");
    assertThat(seen().body()).isEqualTo(new JsonObject().put("quantity", 2));
  }

  @Test
  void aTrailingSlashChangesNothing() {
    Http.Answer answer = http.get("/store/carts/cart_2/?fields=id");

    assertThat(answer.status()).isEqualTo(200);
    assertThat(seen().path("id")).isEqualTo("cart_2");
    assertThat(seen().query()).isEqualTo(new JsonObject().put("fields", "id"));
  }

  @Test
  void aHeadRequestIsAnsweredWithoutABody() {
    Http.Answer answer = http.send("HEAD /store/carts/cart_3 HTTP/1.1", "", "");

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.header("content-type")).isEqualTo("application/json; charset=utf-8");
    assertThat(answer.body()).isEmpty();
  }

  @Test
  void aValidRequestIdOfTheClientIsUsed() {
    Http.Answer own = http.send("GET /store/carts/c HTTP/1.1", "x-request-id: shop-42\r\n", "");
    assertThat(own.header("x-request-id")).isEqualTo("shop-42");
    assertThat(seen().context().commandId()).isEqualTo("shop-42");

    Http.Answer replaced = http.send("GET /store/carts/c HTTP/1.1", "x-request-id: a b\"c\r\n", "");
    assertThat(replaced.header("x-request-id")).matches("[0-9a-f-]{36}");
    assertThat(seen().context().commandId()).isEqualTo(replaced.header("x-request-id"));
  }

  @Test
  void theTraceAndTheDeadlineTravelAlong() {
    Instant sent = Instant.now();
    http.send(
        "GET /store/carts/c HTTP/1.1",
        "traceparent: " + PARENT + "01\r\ntracestate: rojo=1, congo=2\r\ntracestate: dt=3\r\n",
        "");

    assertThat(seen().context().traceparent()).isEqualTo(PARENT + "00");
    assertThat(seen().context().tracestate()).isEqualTo("rojo=1,congo=2,dt=3");
    assertThat(seen().context().deadline())
        .isBetween(sent.plus(TIMEOUT).truncatedTo(ChronoUnit.MILLIS), Instant.now().plus(TIMEOUT));
  }

  /** The flag of a client costs spans of others; credentials are not known yet. */
  @ParameterizedTest
  @ValueSource(
      strings = {"", "Authorization: Bearer bogus\r\n", "x-medusa-access-token: bogus\r\n"})
  void aClientDoesNotDecideThatItsTraceIsRecorded(String credentials) {
    for (String flag : List.of("00", "01", "ff")) {
      SEEN.clear();
      http.send(
          "GET /store/carts/c HTTP/1.1",
          credentials + "traceparent: " + PARENT + flag + "\r\n",
          "");

      assertThat(SEEN)
          .isNotEmpty()
          .allSatisfy(seen -> assertThat(seen.context().traceparent()).isEqualTo(PARENT + "00"));
    }
  }

  @Test
  void theFlagOfATrustedGatewayInFrontIsKept() {
    try (RunningGateway trusting =
        new RunningGateway(GatewayConfig.of("127.0.0.1", 0).withTrustsTraces(true))) {
      trusting.serve("cart", new Operations().on("storeGetCart", ForwardingIT::remember));

      trusting.http.send("GET /store/carts/c HTTP/1.1", "traceparent: " + PARENT + "01\r\n", "");

      assertThat(seen().context().traceparent()).isEqualTo(PARENT + "01");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "garbage",
        "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01"
      })
  void anInvalidTraceIsIgnoredWithItsState(String trace) {
    http.send(
        "GET /store/carts/c HTTP/1.1", "traceparent: " + trace + "\r\ntracestate: rojo=1\r\n", "");

    assertThat(seen().context().traceparent()).isNull();
    assertThat(seen().context().tracestate()).isNull();
  }

  @Test
  void aMalformedStateLeavesTheTrace() {
    http.send(
        "GET /store/carts/c HTTP/1.1",
        "traceparent: " + PARENT + "01\r\ntracestate: Rojo=1\r\n",
        "");

    assertThat(seen().context().traceparent()).isEqualTo(PARENT + "00");
    assertThat(seen().context().tracestate()).isNull();
  }

  @Test
  void anIdempotencyKeyIsGeneratedIfAbsentAndReturned() {
    Http.Answer given =
        http.send("POST /store/carts/c/complete HTTP/1.1", "Idempotency-Key: key-1\r\n", "");
    assertThat(given.header("idempotency-key")).isEqualTo("key-1");
    assertThat(given.header("access-control-expose-headers")).isEqualTo("Idempotency-Key");
    assertThat(seen().header("idempotency-key")).isEqualTo("key-1");
    assertThat(seen().header("idempotency-key-made")).isNull();

    Http.Answer made = http.post("/store/carts/c/complete", "{}");
    assertThat(made.status()).isEqualTo(200);
    assertThat(made.header("idempotency-key"))
        .matches("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}");
    assertThat(seen().header("idempotency-key")).isEqualTo(made.header("idempotency-key"));
    assertThat(seen().header("idempotency-key-made")).isEqualTo("true");
  }

  @Test
  void aKeyThatIsTooLongIsRefused() {
    String header = "Idempotency-Key: " + "k".repeat(256) + "\r\n";
    Http.Answer answer = http.send("POST /store/carts/c/complete HTTP/1.1", header, "");

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.json().getString("type")).isEqualTo("invalid_data");
  }

  @Test
  void aProblemOfTheOwnerIsTheAnswer() {
    Http.Answer answer = http.post("/store/carts/c", "{}");

    assertThat(answer.status()).isEqualTo(404);
    assertThat(answer.json())
        .isEqualTo(new JsonObject().put("type", "not_found").put("message", "Cart gone"));
    assertThat(answer.header("x-request-id")).isNotEmpty();
  }

  @Test
  void aDefectOfTheOwnerIsAnsweredWithoutDetails() {
    Http.Answer answer =
        http.post("/store/carts/c/payment-session", "{\"provider_id\":\"manual\"}");

    assertThat(answer.status()).isEqualTo(500);
    assertThat(answer.json().getString("type")).isEqualTo("unknown_error");
    assertThat(answer.body()).doesNotContain("secret");
  }

  @Test
  void aMissingOwnerIsUnavailable() {
    Http.Answer answer = http.get("/store/orders/order_1");

    assertThat(answer.status()).isEqualTo(503);
    assertThat(answer.header("retry-after")).isEqualTo("1");
    assertThat(answer.json().getString("type")).isEqualTo("unavailable");
  }

  @Test
  void anUnresponsiveOwnerTimesOut() {
    Http.Answer answer = http.send("DELETE /store/carts/c/line-items/l HTTP/1.1", "", "");

    assertThat(answer.status()).isEqualTo(504);
    assertThat(answer.json().getString("type")).isEqualTo("timeout");
  }

  @Test
  void aRetryableOperationIsRetriedWithTheSameKey() {
    Http.Answer answer =
        http.post("/store/carts/c/line-items", "{\"variant_id\":\"v\",\"quantity\":1}");

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.json().getInteger("attempt")).isEqualTo(2);
    List<Request> attempts =
        SEEN.stream().filter(request -> request.operation().equals("storeAddLineItem")).toList();
    assertThat(attempts).hasSize(2);
    assertThat(attempts.get(1).header("idempotency-key"))
        .isEqualTo(attempts.get(0).header("idempotency-key"));
  }

  @Test
  void aRetryableOperationIsRetriedOnce() {
    Http.Answer answer = http.get("/store/carts/c/totals-explanation");

    assertThat(answer.status()).isEqualTo(504);
    assertThat(SEEN.stream().filter(seen -> seen.operation().equals("storeExplainCartTotals")))
        .hasSize(2);
  }
}
