package dev.tradewind.acceptance;

import dev.tradewind.acceptance.interleaving.GatedPaymentProvider;
import dev.tradewind.acceptance.interleaving.PaidPaymentProvider;
import dev.tradewind.spi.Plugin;
import dev.tradewind.spi.PluginContext;
import dev.tradewind.spi.Provider;
import io.vertx.core.Future;
import java.util.List;

/** Plugin of the providers of whole-system tests: ledgers that outlive processes, and gates. */
public final class AcceptancePlugin implements Plugin {

  @Override
  public String name() {
    return "acceptance";
  }

  @Override
  public Future<List<Provider>> start(PluginContext context) {
    return Future.succeededFuture(
        List.of(
            new LedgerPaymentProvider(),
            new LedgerFulfillmentProvider(),
            new GatedPaymentProvider(),
            new GatedPaymentProvider.Other(),
            new PaidPaymentProvider()));
  }
}
