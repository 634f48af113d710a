package dev.tradewind.gateway.management;

import dev.tradewind.gateway.http.HttpResponses;
import dev.tradewind.kernel.operation.Reply;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * Liveness, start and readiness of this node. A node is ready when its start is complete, it is not
 * shutting down, and every required part passes its check within a second. {@code /health/ready}
 * names the state of each part, and the node is {@code degraded} while another part fails.
 */
public final class Health {

  /** Maximum time of one check. */
  public static final Duration CHECK_TIMEOUT = Duration.ofSeconds(1);

  private static final String UP = "up";
  private static final String DEGRADED = "degraded";
  private static final String DOWN = "down";

  /** Phase of the node. */
  private enum Phase {
    STARTING,
    STARTED,
    SHUTTING_DOWN;

    String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final Map<String, Supplier<? extends Future<?>>> checks = new ConcurrentSkipListMap<>();
  private final Set<String> watched = ConcurrentHashMap.newKeySet();
  private volatile Phase phase = Phase.STARTING;

  /**
   * Adds a part that has to work for the node to be ready.
   *
   * @param check fails with a sentence about what does not work
   */
  public void require(String part, Supplier<? extends Future<?>> check) {
    checks.put(part, check);
  }

  /**
   * Adds a part without which the node is ready, but degraded.
   *
   * @param check fails with a sentence about what does not work
   */
  public void watch(String part, Supplier<? extends Future<?>> check) {
    watched.add(part);
    checks.put(part, check);
  }

  /** Marks the start as complete: all verticles are deployed and the warm-up is over. */
  public void markStarted() {
    if (phase == Phase.STARTING) {
      phase = Phase.STARTED;
    }
  }

  /** Marks the node as not ready. */
  public void markShuttingDown() {
    phase = Phase.SHUTTING_DOWN;
  }

  public void mount(Router router) {
    router.get("/health").handler(Health::ok);
    router.get("/health/live").handler(Health::ok);
    router.get("/health/started").handler(this::started);
    router.get("/health/ready").handler(this::ready);
  }

  private static void ok(RoutingContext context) {
    HttpResponses.send(context.response(), Reply.text(200, "OK"));
  }

  private void started(RoutingContext context) {
    boolean isStarted = phase != Phase.STARTING;
    send(context, isStarted ? 200 : 503, body(isStarted ? UP : DOWN));
  }

  private void ready(RoutingContext context) {
    Context answering = context.vertx().getOrCreateContext();
    readiness()
        .onComplete(checked ->
            answering.runOnContext(back ->
                send(
                    context,
                    DOWN.equals(checked.result().getString("status")) ? 503 : 200,
                    checked.result())));
  }

  /**
   * Checks all parts: {@code status} (up, degraded or down), {@code phase}, and the state of each
   * of the {@code parts}, up or a sentence about what does not work. It never fails.
   */
  public Future<JsonObject> readiness() {
    List<String> names = List.copyOf(checks.keySet());
    List<Future<String>> states =
        names.stream().map(part -> state(Objects.requireNonNull(checks.get(part)))).toList();
    return Future.all(states)
        .map(checked -> {
          JsonObject parts = new JsonObject();
          boolean isReady = phase == Phase.STARTED;
          boolean isDegraded = false;
          for (int i = 0; i < names.size(); i++) {
            String state = states.get(i).result();
            parts.put(names.get(i), state);
            boolean isWatched = watched.contains(names.get(i));
            isReady &= isWatched || UP.equals(state);
            isDegraded |= isWatched && !UP.equals(state);
          }
          JsonObject body = body(!isReady ? DOWN : isDegraded ? DEGRADED : UP);
          return parts.isEmpty() ? body : body.put("parts", parts);
        });
  }

  private static Future<String> state(Supplier<? extends Future<?>> check) {
    return check
        .get()
        .timeout(CHECK_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)
        .map(UP)
        .otherwise(failure ->
            failure instanceof TimeoutException
                ? "No answer within " + CHECK_TIMEOUT.toMillis() + " ms."
                : String.valueOf(failure.getMessage()));
  }

  private JsonObject body(String status) {
    return new JsonObject().put("status", status).put("phase", phase.text());
  }

  private static void send(RoutingContext context, int status, JsonObject body) {
    HttpResponses.send(context.response(), Reply.json(status, body.toBuffer()));
  }
}
