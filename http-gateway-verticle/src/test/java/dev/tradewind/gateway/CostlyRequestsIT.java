package dev.tradewind.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.gateway.config.GatewayConfig;
import dev.tradewind.gateway.config.ServerSecurity;
import dev.tradewind.gateway.contract.Contract;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Reply;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.concurrent.atomic.AtomicInteger;
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
    RunningGateway started =
        new RunningGateway(
            GatewayConfig.of("127.0.0.1", 0)
                .behindProxies(1)
                .withSecurity(ServerSecurity.DEVELOPMENT.withCostlyRequestsPerMinute(perMinute)));
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
