package dev.tradewind.launcher.node;

import dev.tradewind.launcher.config.Awaiting;
import dev.tradewind.stripe.testserver.StripeTestServer;
import dev.tradewind.stripe.testserver.StripeTestServerOptions;
import dev.tradewind.stripe.testserver.StripeTestServerOptionsBuilder;
import dev.tradewind.stripe.testserver.state.ApiVersion;
import dev.tradewind.stripe.testserver.webhook.WebhookEndpoint;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.time.Duration;

/** Stripe test server of a demo, beside the node in its process. Its payments end with it. */
final class DemoStripeServer implements AutoCloseable {

  /** An address that stays the same between starts, unless it is taken. */
  private static final int PORT = 12_111;

  private static final Duration TIMEOUT = Duration.ofMinutes(1);

  private final Vertx vertx;
  private final StripeTestServer server;

  private DemoStripeServer(Vertx vertx, StripeTestServer server) {
    this.vertx = vertx;
    this.server = server;
  }

  /**
   * Starts the server.
   *
   * @param shopUrl URL of the gateway, for webhooks
   */
  static DemoStripeServer start(String shopUrl) {
    Vertx vertx =
        Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1).setInternalBlockingPoolSize(1));
    StripeTestServer server =
        Awaiting.await(
            "Starting the Stripe test server",
            start(vertx, PORT).recover(taken -> start(vertx, 0)),
            TIMEOUT);
    server
        .webhooks()
        .add(
            new WebhookEndpoint(
                shopUrl + "/stripe/hooks", DemoStripe.WEBHOOK_SECRET, ApiVersion.OLDEST));
    return new DemoStripeServer(vertx, server);
  }

  private static Future<StripeTestServer> start(Vertx vertx, int port) {
    return StripeTestServer.start(
        vertx,
        StripeTestServerOptionsBuilder.builder(StripeTestServerOptions.defaults())
            .port(port)
            .build());
  }

  String url() {
    return server.url();
  }

  @Override
  public void close() {
    Awaiting.await("Stopping the Stripe test server", server.close(), TIMEOUT);
    Awaiting.await("Closing Vert.x of the Stripe test server", vertx.close(), TIMEOUT);
  }
}
