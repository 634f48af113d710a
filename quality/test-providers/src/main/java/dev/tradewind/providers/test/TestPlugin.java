package dev.tradewind.providers.test;

import dev.tradewind.providers.Providers;
import dev.tradewind.providers.hook.ConfiguredHook;
import dev.tradewind.providers.plugin.PluginHost;
import dev.tradewind.providers.plugin.PluginLoader;
import dev.tradewind.providers.plugin.Plugins;
import dev.tradewind.spi.Plugin;
import dev.tradewind.spi.PluginContext;
import dev.tradewind.spi.Provider;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Clock;
import java.util.List;
import java.util.Map;

/** Plugin of the providers that tests program. */
public final class TestPlugin implements Plugin {

  @Override
  public String name() {
    return "test";
  }

  @Override
  public Future<List<Provider>> start(PluginContext context) {
    return Future.succeededFuture(
        List.of(
            new TestPaymentProvider(),
            new TestFulfillmentProvider(),
            new TestTaxProvider(),
            new TestNotificationProvider()));
  }

  /** Providers of the plugins of the class path that need no settings. */
  public static Providers installed(Vertx vertx) {
    return installed(vertx, Map.of());
  }

  /**
   * Providers of the plugins of the class path.
   *
   * @param settings by the names of their variables
   */
  public static Providers installed(Vertx vertx, Map<String, String> settings) {
    return started(vertx, settings).providers();
  }

  /** Plugins of the class path. */
  public static Plugins started(Vertx vertx, Map<String, String> settings) {
    return started(vertx, settings, List.of());
  }

  /** Plugins of the class path, and the hooks of an operator. */
  public static Plugins started(
      Vertx vertx, Map<String, String> settings, List<ConfiguredHook> hooks) {
    PluginHost host =
        new PluginHost(
            vertx,
            new SimpleMeterRegistry(),
            Clock.systemUTC(),
            false,
            "http://localhost:9000",
            settings,
            hooks,
            null);
    return Plugins.start(PluginLoader.find(null), host)
        .toCompletionStage()
        .toCompletableFuture()
        .join();
  }
}
