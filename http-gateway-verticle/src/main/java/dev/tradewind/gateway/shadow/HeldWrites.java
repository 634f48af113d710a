package dev.tradewind.gateway.shadow;

import dev.tradewind.gateway.http.HttpResponses;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes that wait while the shop switches, in the order of their arrival. They get a 503 when they
 * have waited for the request timeout, or when too many wait.
 */
final class HeldWrites {

  /** Bodies of held requests stay at their connections, so each costs little memory. */
  static final int MAX = 2_000;

  private final Vertx vertx;
  private final Duration timeout;

  /** With their timers. */
  private final Map<HttpServerRequest, Long> waiting = new LinkedHashMap<>();

  HeldWrites(Vertx vertx, Duration timeout) {
    this.vertx = vertx;
    this.timeout = timeout;
  }

  /** Holds a request that is paused. */
  void add(HttpServerRequest request) {
    if (waiting.size() >= MAX) {
      refuse(request);
      return;
    }
    waiting.put(
        request,
        vertx.setTimer(
            timeout.toMillis(),
            late -> {
              if (waiting.remove(request) != null) {
                refuse(request);
              }
            }));
    request
        .connection()
        .closeHandler(closed -> {
          Long timer = waiting.remove(request);
          if (timer != null) {
            vertx.cancelTimer(timer);
          }
        });
  }

  /** All that wait; they are no longer held. */
  List<HttpServerRequest> release() {
    waiting.values().forEach(vertx::cancelTimer);
    List<HttpServerRequest> released = List.copyOf(waiting.keySet());
    waiting.clear();
    return released;
  }

  private static void refuse(HttpServerRequest request) {
    request.resume();
    HttpResponses.send(
        request.response(),
        Reply.problem(
            new Problem.Unavailable("The shop is being switched. Please retry in a moment.")));
  }
}
