package dev.tradewind.launcher.node;

import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Reply;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.junit5.VertxExtension;
import java.time.Clock;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(VertxExtension.class)
class WarmUpTest {

  private static final Clock CLOCK = Clock.systemUTC();

  private final Queue<String> received = new ConcurrentLinkedQueue<>();

  @Test
  void aGatewayIsReadWithItsOwnDataAndTheOnlyWriteIsInvalid(Vertx vertx) {
    int port =
        listen(
            vertx,
            request ->
                request.response().end("{\"products\":[{\"id\":\"prod_1\"},{\"id\":\"prod_2\"}]}"));
    WarmUp warmUp = new WarmUp(vertx, CLOCK, Duration.ofMinutes(1));

    await(warmUp.overHttp("0.0.0.0", port));

    assertThat(warmUp.sent()).isEqualTo(2_000);
    assertThat(received)
        .contains("GET /store/products/prod_1", "GET /store/products/prod_2", "GET /store/regions")
        .contains("POST /store/carts")
        .allMatch(request -> request.startsWith("GET ") || request.equals("POST /store/carts"));
  }

  @Test
  void aGatewayThatDoesNotRespondDelaysTheNodeNoLongerThanTheBound(Vertx vertx) {
    int port = listen(vertx, request -> {});

    await(new WarmUp(vertx, CLOCK, Duration.ofMillis(200)).overHttp("127.0.0.1", port));
  }

  @Test
  void aGatewayThatRefusesConnectionsIsNoFailure(Vertx vertx) {
    await(new WarmUp(vertx, CLOCK, Duration.ofSeconds(5)).overHttp("127.0.0.1", 1));
  }

  @Test
  void verticlesAreCalledOnTheNodeItself(Vertx vertx) {
    Operations catalog = new Operations();
    for (String operation :
        new String[] {
          "storeListProducts",
          "storeListRegions",
          "storeListCollections",
          "storeListShippingOptions"
        }) {
      catalog.on(
          operation,
          request -> {
            received.add(operation);
            return Future.succeededFuture(Reply.noContent());
          });
    }
    await(catalog.serve(vertx, "catalog", CLOCK));

    await(
        new WarmUp(vertx, CLOCK, Duration.ofMinutes(1))
            .overEventBus(EnumSet.of(VerticleType.CATALOG)));

    assertThat(received).hasSize(1_600).contains("storeListShippingOptions");
  }

  private int listen(Vertx vertx, Consumer<HttpServerRequest> respond) {
    return await(
            vertx
                .createHttpServer()
                .requestHandler(request -> {
                  received.add(request.method() + " " + request.path());
                  respond.accept(request);
                })
                .listen(0, "127.0.0.1"))
        .actualPort();
  }
}
