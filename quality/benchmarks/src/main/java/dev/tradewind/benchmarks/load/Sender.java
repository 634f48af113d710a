package dev.tradewind.benchmarks.load;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Sender of the requests of one stream at their due times. */
final class Sender extends VerticleBase {

  private static final int CONNECTIONS = 1_000;
  private static final int LOST = 0;

  private final Stream stream;
  private final int port;
  private final Map<Integer, LatencyRecorder> byStatus = new TreeMap<>();
  private final Promise<Void> finished = Promise.promise();
  private @Nullable HttpClient client;
  private long startNanos;
  private long end;
  private long sent;
  private long open;

  Sender(Stream stream, int port) {
    this.stream = stream;
    this.port = port;
  }

  String name() {
    return stream.name();
  }

  @Override
  public Future<?> start() {
    client =
        vertx.createHttpClient(
            new HttpClientOptions()
                .setDefaultHost("127.0.0.1")
                .setDefaultPort(port)
                .setTcpNoDelay(true),
            new PoolOptions().setHttp1MaxSize(CONNECTIONS));
    return Future.succeededFuture();
  }

  Future<Void> sendFor(Duration duration) {
    context.runOnContext(go -> {
      startNanos = System.nanoTime();
      end = startNanos + duration.toNanos();
      vertx.setPeriodic(1, this::sendDue);
    });
    return finished.future();
  }

  private void sendDue(long timer) {
    long now = System.nanoTime();
    while (due(sent) <= now && due(sent) < end) {
      send(due(sent), sent++);
    }
    if (now >= end) {
      vertx.cancelTimer(timer);
      finishWhenDone();
    }
  }

  private long due(long number) {
    return startNanos + number * 1_000_000_000L / stream.perSecond();
  }

  private void send(long due, long number) {
    open++;
    HttpClient connected = Objects.requireNonNull(client);
    Step step = stream.steps().get((int) (number % stream.steps().size()));
    connected
        .request(HttpMethod.valueOf(step.method()), step.path())
        .compose(request -> send(request, step, number))
        .onComplete(status -> {
          open--;
          tally(status.succeeded() ? status.result() : LOST).add(System.nanoTime() - due);
          finishWhenDone();
        });
  }

  private Future<Integer> send(HttpClientRequest request, Step step, long number) {
    String codings = stream.codings();
    if (codings != null) {
      request.putHeader("accept-encoding", codings);
    }
    String body = step.body();
    step.headers().forEach(request::putHeader);
    Future<HttpClientResponse> sent =
        body == null
            ? request.send()
            : request
                .putHeader("content-type", "application/json")
                .send(body.replace(Step.NUMBER, Long.toString(number)));
    return sent.compose(response -> response.end().map(response.statusCode()));
  }

  private LatencyRecorder tally(int status) {
    return byStatus.computeIfAbsent(status, first -> new LatencyRecorder());
  }

  private void finishWhenDone() {
    if (open == 0 && System.nanoTime() >= end) {
      finished.tryComplete();
    }
  }

  /** By status; 0 for requests without a response. */
  JsonObject figures(Duration duration) {
    JsonObject figures = new JsonObject();
    byStatus.forEach((status, tally) ->
        figures.put(Integer.toString(status), tally.figure(duration.toNanos() / 1e9).toJson()));
    return figures;
  }
}
