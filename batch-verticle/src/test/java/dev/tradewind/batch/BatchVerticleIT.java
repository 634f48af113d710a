package dev.tradewind.batch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.api.batch.FileClient;
import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.kernel.database.Migrations;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.token.SigningKeys;
import dev.tradewind.kernel.verticle.NodeContext;
import dev.tradewind.testing.TestDatabase;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.junit5.VertxExtension;
import io.vertx.junit5.VertxTestContext;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(VertxExtension.class)
class BatchVerticleIT {

  private final Clock clock = Clock.systemUTC();

  @BeforeEach
  void deploy(Vertx vertx, VertxTestContext test) {
    DatabaseConfig database =
        DatabaseConfig.parse(
            TestDatabase.copyOf(
                    "batch",
                    url ->
                        new Migrations(DatabaseConfig.parse(url, 1))
                            .run(List.of(BatchVerticle.SCHEMA)))
                .url(),
            2);
    NodeContext node = new NodeContext("node", database, events -> Future.succeededFuture(), clock);
    vertx
        .deployVerticle(new BatchVerticle(node, SigningKeys.random()))
        .onComplete(test.succeedingThenComplete());
  }

  @Test
  void anOperationOfAnotherVersionIsUnavailableAndNotAnError(Vertx vertx, VertxTestContext test) {
    new OperationClient(vertx, clock)
        .send(
            FileClient.ADDRESS,
            "ofTomorrow",
            CallContext.system(clock, Duration.ofSeconds(30)),
            Buffer.buffer())
        .onComplete(
            test.succeeding(reply ->
                test.verify(() -> {
                  assertThat(reply.status()).isEqualTo(503);
                  test.completeNow();
                })));
  }
}
