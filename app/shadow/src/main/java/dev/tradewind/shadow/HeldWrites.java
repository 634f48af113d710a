package dev.tradewind.shadow;

import dev.tradewind.gateway.http.HttpResponses;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes that wait while the shop switches, in the order of their arrival. They get a 503 after the
 * limit of the hold, or when too many wait.
 */
final class HeldWrites {

  /** Bodies of held requests stay at their connections, so each costs little memory. */
  static final int MAX = 2_000;

  /** After the limit the hold is given back, and every gateway learns of it. */
  private static final Duration GRACE = Duration.ofSeconds(10);

  private final Vertx vertx;
  private final Duration timeout;
  private final Clock clock;

  /** With their timers. */
  private final Map<HttpServerRequest, Long> waiting = new LinkedHashMap<>();

  /**
   * @param timeout of a hold without a limit
   */
  HeldWrites(Vertx vertx, Duration timeout, Clock clock) {
    this.vertx = vertx;
    this.timeout = timeout;
    this.clock = clock;
  }

  private Duration wait(@Nullable Instant until) {
    Instant now = clock.instant();
    if (until == null) {
      return timeout;
    }
    return Duration.between(now, until.isAfter(now) ? until : now).plus(GRACE);
  }

  /**
   * Holds a request that is paused.
   *
   * @param until limit of the hold, if it has one
   */
  void add(HttpServerRequest request, @Nullable Instant until) {
    if (waiting.size() >= MAX) {
      refuse(request);
      return;
    }
    IdlePause.begin(request.connection());
    waiting.put(
        request,
        vertx.setTimer(
            wait(until).toMillis(),
            late -> {
              IdlePause.end(request.connection());
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
    released.forEach(request -> IdlePause.end(request.connection()));
    return released;
  }

  /** Asks the client to send the request again. */
  static void refuse(HttpServerRequest request) {
    request.resume();
    HttpResponses.send(
        request.response(),
        Reply.problem(
            Problem.unavailable("The shop is being switched. Please retry in a moment.")));
  }
}
