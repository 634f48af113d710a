package dev.tradewind.benchmarks;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import java.util.concurrent.TimeUnit;

/**
 * An open loop: so many reads a second, whether or not the last ones were answered. A read is timed
 * from the moment at which it was due.
 */
final class SteadyReads {

  private static final long TICK_MILLIS = 5;

  private final Vertx vertx;
  private final HttpClient client;
  private final String path;
  private final double perNanosecond;
  private Tally tally = new Tally();
  private long begun;
  private long sent;
  private long timer = -1;

  SteadyReads(Vertx vertx, int port, String path, int perSecond) {
    this.vertx = vertx;
    this.path = path;
    this.perNanosecond = perSecond / 1e9;
    this.client =
        vertx.createHttpClient(
            new HttpClientOptions().setDefaultPort(port).setDefaultHost("127.0.0.1"),
            new PoolOptions().setHttp1MaxSize(64));
  }

  /** Begins to read; on one event loop, which all of it belongs to. */
  Future<Void> start() {
    Promise<Void> started = Promise.promise();
    vertx.runOnContext(go -> {
      tally = new Tally();
      begun = System.nanoTime();
      sent = 0;
      timer = vertx.setPeriodic(TICK_MILLIS, tick -> sendDue());
      started.complete();
    });
    return started.future();
  }

  private void sendDue() {
    long now = System.nanoTime();
    while (sent / perNanosecond <= now - begun) {
      long due = begun + (long) (sent / perNanosecond);
      sent++;
      client
          .request(HttpMethod.GET, path)
          .compose(request -> request.send())
          .compose(response -> response.body().map(response.statusCode()))
          .onComplete(answer -> {
            if (answer.succeeded() && answer.result() == 200) {
              tally.add(System.nanoTime() - due);
            } else {
              tally.fail(String.valueOf(answer.succeeded() ? answer.result() : answer.cause()));
            }
          });
    }
  }

  /** Stops, waits a moment for the last answers, and says how it was. */
  Future<Figure> stop() {
    Promise<Figure> figure = Promise.promise();
    vertx.runOnContext(go -> {
      vertx.cancelTimer(timer);
      double seconds = (System.nanoTime() - begun) / (double) TimeUnit.SECONDS.toNanos(1);
      vertx.setTimer(1_000, waited -> figure.complete(tally.figure(seconds)));
    });
    return figure.future();
  }
}
