package dev.tradewind.providers.builtin;

import dev.tradewind.spi.ProviderCall;
import dev.tradewind.spi.tax.TaxLine;
import dev.tradewind.spi.tax.TaxProvider;
import dev.tradewind.spi.tax.TaxRequest;
import io.vertx.core.Future;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Built-in tax provider of regions that name no other: the unchanged rates of the region. */
public final class SystemTaxProvider implements TaxProvider {

  @Override
  public String id() {
    return "system";
  }

  @Override
  public Future<Map<String, List<TaxLine>>> taxLines(ProviderCall call, TaxRequest question) {
    Map<String, List<TaxLine>> lines = new HashMap<>();
    question.items().forEach(item -> lines.put(item.id(), item.rates()));
    question.shippingMethods().forEach(method -> lines.put(method.id(), method.rates()));
    return Future.succeededFuture(lines);
  }
}
