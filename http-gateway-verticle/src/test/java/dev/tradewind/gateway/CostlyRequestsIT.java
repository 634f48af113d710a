package dev.tradewind.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.gateway.config.GatewayConfig;
import dev.tradewind.gateway.config.ServerSecurity;
import dev.tradewind.gateway.contract.Contract;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Reply;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Floods of costly anonymous requests. */
class CostlyRequestsIT {

  private static final int LIMIT = 20;

  private final AtomicInteger forwarded = new AtomicInteger();
  private final RunningGateway gateway = limitedTo(LIMIT);

  private RunningGateway limitedTo(int perMinute) {
    return limitedTo(perMinute, 0);
  }

  private RunningGateway limitedTo(int perMinute, int changesOfACart) {
    RunningGateway started =
        new RunningGateway(
            GatewayConfig.of("127.0.0.1", 0)
                .withTrustedProxies(1)
                .withSecurity(
                    ServerSecurity.DEVELOPMENT
                        .withCostlyRequestsPerMinute(perMinute)
                        .withCartChangesPerMinute(changesOfACart)));
    for (String verticle : new String[] {"cart", "catalog"}) {
      Operations operations = new Operations();
      for (String id : Contract.load().operationIds(verticle)) {
        operations.on(
            id,
            request -> {
              forwarded.incrementAndGet();
              return Future.succeededFuture(Reply.ok(new JsonObject()));
            });
      }
      started.serve(verticle, operations);
    }
    return started;
  }

  @AfterEach
  void close() {
    gateway.close();
  }

  private static Http.Answer from(RunningGateway gateway, String address, String request) {
    return gateway.http.send(request + " HTTP/1.1", "X-Forwarded-For: " + address + "\r\n", "");
  }

  private static Http.Answer change(RunningGateway gateway, String cart, String body) {
    return gateway.http.send(
        "POST /store/carts/" + cart + " HTTP/1.1",
        "X-Forwarded-For: 10.0.0.1\r\nContent-Type: application/json\r\n",
        body);
  }

  private static long refused(int requests, IntFunction<Http.Answer> send) {
    return IntStream.range(0, requests).filter(i -> send.apply(i).status() == 429).count();
  }

  @Test
  void changesOfOneCartByOneNetworkAreLimited() {
    try (RunningGateway limited = limitedTo(0, LIMIT)) {
      assertThat(refused(2 * LIMIT + 1, i -> change(limited, "cart_1", "{}"))).isPositive();
      assertThat(change(limited, "cart_2", "{}").status()).isEqualTo(200);
      assertThat(from(limited, "10.0.1.1", "POST /store/carts/cart_1").status()).isEqualTo(200);
      assertThat(from(limited, "10.0.0.1", "GET /store/carts/cart_1").status()).isEqualTo(200);
    }
  }

  @Test
  void changesOfManyCartsByOneNetworkAreLimited() {
    try (RunningGateway limited = limitedTo(2, 0)) {
      assertThat(refused(41, i -> change(limited, "cart_" + i, "{}"))).isPositive();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"products/search", "search/multi-search"})
  void searchesOfOneNetworkAreLimited(String path) {
    try (RunningGateway limited = limitedTo(2, 0)) {
      assertThat(
              refused(
                  41,
                  i ->
                      limited.http.send(
                          "POST /store/" + path + " HTTP/1.1",
                          "X-Forwarded-For: 10.0.0.1\r\nContent-Type: application/json\r\n",
                          "{\"queries\": []}")))
          .isPositive();
    }
  }

  @Test
  void eachSearchOfARequestIsCounted() {
    JsonArray queries = new JsonArray();
    for (int i = 0; i < 20; i++) {
      queries.add(new JsonObject().put("indexUid", "products"));
    }
    try (RunningGateway limited = limitedTo(2, 0)) {
      assertThat(
              refused(
                  5,
                  i ->
                      limited.http.send(
                          "POST /store/search/multi-search HTTP/1.1",
                          "X-Forwarded-For: 10.0.0.1\r\nContent-Type: application/json\r\n",
                          new JsonObject().put("queries", queries).encode())))
          .isPositive();
    }
  }

  @Test
  void guestsThatOneNetworkMakesAreLimited() {
    String email = new JsonObject().put("email", "guest@example.com").encode();

    assertThat(refused(2 * LIMIT + 1, i -> change(gateway, "cart_" + i, email))).isPositive();
    assertThat(change(gateway, "cart_1", "{}").status()).isEqualTo(200);
  }

  /** At most two windows begin during a test, so at most twice the limit passes. */
  @ParameterizedTest
  @ValueSource(strings = {"POST /store/carts", "GET /store/products?q=shirt"})
  void aFloodOfOneNetworkIsRefusedBeforeAnyVerticleIsAsked(String request) {
    Http.Answer refused = null;
    for (int i = 0; i <= 2 * LIMIT; i++) {
      Http.Answer answer = from(gateway, "2001:db8::" + i, request);
      if (answer.status() == 429) {
        refused = answer;
      }
    }

    assertThat(refused).isNotNull();
    assertThat(Integer.parseInt(refused.header("retry-after"))).isBetween(1, 60);
    assertThat(refused.json().getString("type")).isEqualTo("too_many_requests");
    assertThat(forwarded.get()).isBetween(LIMIT, 2 * LIMIT);
    assertThat(from(gateway, "2001:db8:1::1", request).status()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"GET /store/products", "GET /store/products?title=q", "GET /store/carts/cart_1"})
  void otherRequestsAreNotLimited(String request) {
    for (int i = 0; i <= 2 * LIMIT; i++) {
      assertThat(from(gateway, "10.0.0.1", request).status()).isEqualTo(200);
    }
  }

  @Test
  void withoutALimitNothingIsCounted() {
    try (RunningGateway open = limitedTo(0)) {
      for (int i = 0; i <= 2 * LIMIT; i++) {
        assertThat(from(open, "10.0.0.1", "POST /store/carts").status()).isEqualTo(200);
      }
    }
  }
}
