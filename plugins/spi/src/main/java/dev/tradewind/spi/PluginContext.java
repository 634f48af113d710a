package dev.tradewind.spi;

import dev.tradewind.spi.payment.PaymentNotice;
import dev.tradewind.spi.store.PluginStore;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.client.WebClient;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;

/** Services of a node for a plugin. */
public interface PluginContext {

  /** Vert.x of the node. A plugin must not block its event loops. */
  Vertx vertx();

  /** HTTP client of the node, with pooled connections. */
  WebClient webClient();

  /** Metrics of the node. */
  MeterRegistry meters();

  Clock clock();

  /** Whether the node runs in production. */
  boolean isProduction();

  /** URL under which clients reach the gateway, without a slash at the end. */
  String publicUrl();

  /**
   * Value of a setting that the plugin has named; empty if it is not set. A secret in a file is
   * read again every ten seconds, so a plugin that asks for it when it needs it follows a change.
   *
   * @throws IllegalArgumentException if the plugin has not named it
   */
  Optional<String> setting(String name);

  /**
   * Brand of the shop as it is now.
   *
   * @param deadline when the caller stops waiting (UTC)
   */
  Future<ShopBrand> findBrand(Instant deadline);

  /**
   * The plugin's schema in the database.
   *
   * @throws IllegalStateException if the plugin has none
   */
  PluginStore store();

  /**
   * Adds a check of the service behind the plugin. While it fails, the node is ready but {@code
   * degraded}, and names the plugin with the message of the failure.
   */
  void reportHealth(Supplier<Future<Void>> check);

  /**
   * Records a notice about a payment of one of the plugin's providers, for good: the shop asks the
   * provider until it knows what to do. A cart that was paid is completed; captures and refunds
   * that began at the provider, failed refunds and disputes reach the order.
   *
   * @return succeeds once the notice is stored; a known one changes nothing
   */
  Future<Void> report(PaymentNotice notice);

  /**
   * Order as staff see it, with its payments, swaps and region; empty if there is none.
   *
   * @param deadline when the caller stops waiting (UTC)
   */
  Future<Optional<JsonObject>> findOrder(String id, Instant deadline);
}
