package dev.tradewind.s3;

import static dev.tradewind.testing.Futures.await;
import static dev.tradewind.testing.Futures.failure;
import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.junit5.VertxExtension;
import java.net.URI;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Repetition of requests to S3. */
@ExtendWith(VertxExtension.class)
class S3ClientIT {

  private final AtomicInteger requests = new AtomicInteger();

  /** Client of a server that answers with these statuses, and with the last one from then on. */
  private S3Client client(Vertx vertx, List<Integer> statuses) {
    HttpServer server =
        await(
            vertx
                .createHttpServer()
                .requestHandler(request -> {
                  int number = Math.min(requests.getAndIncrement(), statuses.size() - 1);
                  request
                      .response()
                      .setStatusCode(statuses.get(number))
                      .end("<Error><Code>SlowDown</Code></Error>");
                })
                .listen(0, "127.0.0.1"));
    return new S3Client(
        vertx,
        new S3Settings(
            URI.create("http://127.0.0.1:" + server.actualPort()),
            "us-east-1",
            "public",
            "private",
            S3Server.keys("access", "secret"),
            true));
  }

  @Test
  void aTransientFailureIsRepeated(Vertx vertx) {
    S3Client client = client(vertx, List.of(503, 500, 200));

    await(client.send(S3Request.of(HttpMethod.PUT, "private", "a.csv")));

    assertThat(requests).hasValue(3);
  }

  @ParameterizedTest
  @CsvSource({"503, 3", "429, 3", "403, 1", "404, 1"})
  void theLastFailureIsTheOutcome(int status, int attempts, Vertx vertx) {
    S3Client client = client(vertx, List.of(status));

    assertThat(failure(client.send(S3Request.of(HttpMethod.GET, "private", "a.csv"))))
        .hasMessage("GET of a.csv in bucket private has the status " + status + " SlowDown");
    assertThat(requests).hasValue(attempts);
  }
}
