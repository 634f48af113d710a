package dev.tradewind.providers.builtin;

import dev.tradewind.spi.Plugin;
import dev.tradewind.spi.PluginContext;
import dev.tradewind.spi.Provider;
import io.vertx.core.Future;
import java.util.List;

/** Plugin of the providers that every shop has. */
public final class BuiltInPlugin implements Plugin {

  @Override
  public String name() {
    return "built-in";
  }

  @Override
  public Future<List<Provider>> start(PluginContext context) {
    return Future.succeededFuture(
        List.of(
            new ManualPaymentProvider(),
            new SystemPaymentProvider(),
            new ManualFulfillmentProvider()));
  }
}
