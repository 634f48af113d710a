package dev.tradewind.gateway.management;

import dev.tradewind.gateway.http.HttpResponses;
import dev.tradewind.kernel.operation.Reply;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.MessageConsumer;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.UUID;

/**
 * Liveness and readiness of this node: ready means that it receives its own event-bus messages and
 * is not shutting down.
 */
public final class Health {

  private static final long PROBE_MILLIS = 1000;

  private final Vertx vertx;
  private final String probe = "node.probe." + UUID.randomUUID();
  private volatile boolean shuttingDown;

  private Health(Vertx vertx) {
    this.vertx = vertx;
  }

  /** Starts the health check, one per node, with its own event-bus consumer. */
  public static Future<Health> start(Vertx vertx) {
    Health health = new Health(vertx);
    MessageConsumer<String> consumer =
        vertx.eventBus().consumer(health.probe, message -> message.reply("here"));
    return consumer.completion().map(health);
  }

  /** Marks the node as not ready. */
  public void markShuttingDown() {
    shuttingDown = true;
  }

  public void mount(Router router) {
    router.get("/health").handler(Health::ok);
    router.get("/health/live").handler(Health::ok);
    router.get("/health/ready").handler(this::ready);
  }

  private static void ok(RoutingContext context) {
    HttpResponses.send(context.response(), Reply.text(200, "OK"));
  }

  private void ready(RoutingContext context) {
    if (shuttingDown) {
      unready(context, "Leaving");
      return;
    }
    vertx
        .eventBus()
        .request(probe, "there?", new DeliveryOptions().setSendTimeout(PROBE_MILLIS))
        .onSuccess(reply -> ok(context))
        .onFailure(failure -> unready(context, "The event bus does not answer"));
  }

  private static void unready(RoutingContext context, String reason) {
    HttpResponses.send(context.response(), Reply.text(503, reason));
  }
}
