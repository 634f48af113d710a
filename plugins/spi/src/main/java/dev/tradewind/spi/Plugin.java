package dev.tradewind.spi;

import dev.tradewind.spi.event.Subscriber;
import dev.tradewind.spi.hook.Hook;
import dev.tradewind.spi.payment.NoticeFeed;
import dev.tradewind.spi.payment.PaymentForm;
import dev.tradewind.spi.store.Work;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;

/**
 * Plugin: providers with common settings, lifecycle and routes. Found by {@link
 * java.util.ServiceLoader}, so it has a public constructor without parameters. A node has one
 * instance, which serves many requests concurrently, on several threads.
 */
public interface Plugin {

  /**
   * Name of lower-case letters, digits and hyphens: prefix of its routes, tag of its metrics, and
   * its part in the readiness of a node.
   */
  String name();

  /** Settings that it reads; no other plugin has them. */
  default List<Setting> settings() {
    return List.of();
  }

  /**
   * Starts the plugin, before the first call.
   *
   * @return its providers; none if it is not configured. Without providers, hooks, subscribers and
   *     work it is off. Fails with an {@link IllegalArgumentException} if a setting is wrong: the
   *     node does not start
   */
  Future<List<Provider>> start(PluginContext context);

  /**
   * Asks the service behind the plugin whether it would work, without changing anything; called
   * after the start, by operators ({@code start --check-providers}).
   *
   * @return a sentence about what was found; fails with the reason
   */
  default Future<String> check() {
    return Future.succeededFuture("Nothing to check.");
  }

  /** Hooks of the shop; asked after the start. None if the plugin is not configured. */
  default List<Hook<?, ?>> hooks() {
    return List.of();
  }

  /** Subscribers of events; asked after the start. None if the plugin is not configured. */
  default List<Subscriber> subscribers() {
    return List.of();
  }

  /**
   * Whether the plugin has a schema of its own in the database. The migrations in the folder {@code
   * plugin/NAME/migration} of its jar make it, before the start: {@code V1__text.sql}, {@code
   * V2__text.sql} and so on run once each, {@code R__text.sql} after each change.
   */
  default boolean hasSchema() {
    return false;
  }

  /** Work in the background; asked after the start. It needs a {@linkplain #hasSchema schema}. */
  default List<Work> work() {
    return List.of();
  }

  /** Routes of the gateway that the plugin answers; asked after the start. */
  default List<Route> routes() {
    return List.of();
  }

  /**
   * Whether the plugin is on without providers, because routes are all that it has; asked after the
   * start.
   */
  default boolean isOnForRoutes() {
    return false;
  }

  /**
   * Forms of its payment providers in the storefront, whose modules are below its name; asked after
   * the start.
   */
  default List<PaymentForm> paymentForms() {
    return List.of();
  }

  /**
   * Feed of notices about payments of its providers, by which the shop finds those that were not
   * {@linkplain PluginContext#report reported}; asked after the start.
   */
  default Optional<NoticeFeed> noticeFeed() {
    return Optional.empty();
  }

  /** Ends the plugin, after the last call. */
  default Future<Void> close() {
    return Future.succeededFuture();
  }
}
