package dev.tradewind.providers.plugin;

import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.providers.hook.ConfiguredHook;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Vertx;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Node of plugins.
 *
 * @param publicUrl URL under which clients reach the gateway, without a slash at the end
 * @param settings values by the names of their variables
 * @param hooks of the operator's file, which apply after those of the plugins
 * @param database of the shop, with the pool of each plugin; null: plugins have no schemas
 */
public record PluginHost(
    Vertx vertx,
    MeterRegistry meters,
    Clock clock,
    boolean isProduction,
    String publicUrl,
    Map<String, String> settings,
    List<ConfiguredHook> hooks,
    @Nullable DatabaseConfig database) {

  public PluginHost {
    hooks = List.copyOf(hooks);
  }

  /** Node without a database. */
  public PluginHost(
      Vertx vertx,
      MeterRegistry meters,
      Clock clock,
      boolean isProduction,
      String publicUrl,
      Map<String, String> settings) {
    this(vertx, meters, clock, isProduction, publicUrl, settings, List.of(), null);
  }
}
