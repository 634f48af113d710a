package dev.tradewind.providers.test;

import dev.tradewind.providers.ProviderCall;
import dev.tradewind.providers.tax.TaxLine;
import dev.tradewind.providers.tax.TaxProvider;
import dev.tradewind.providers.tax.TaxRequest;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Test tax provider {@code trial}: taxes lines at the {@code trial_rate} in the region's metadata,
 * and shipping not at all; fails without that rate.
 */
public final class TrialTaxProvider implements TaxProvider {

  public static final String ID = "trial";

  private static final Map<String, List<String>> KEYS = new ConcurrentHashMap<>();

  /** The idempotency keys of the tax calculations of the cart. */
  public static List<String> keys(String cartId) {
    return KEYS.getOrDefault(cartId, List.of());
  }

  @Override
  public String id() {
    return ID;
  }

  @Override
  public Future<Map<String, List<TaxLine>>> taxLines(ProviderCall call, TaxRequest question) {
    KEYS.computeIfAbsent(question.cartId(), cart -> new CopyOnWriteArrayList<>())
        .add(call.idempotencyKey());
    JsonObject metadata = question.region().getJsonObject("metadata");
    if (metadata == null || metadata.getNumber("trial_rate") == null) {
      return Future.failedFuture("The tax office is closed");
    }
    TaxLine line =
        new TaxLine(new BigDecimal(metadata.getNumber("trial_rate").toString()), "Trial", "TRIAL");
    Map<String, List<TaxLine>> lines = new HashMap<>();
    question.items().forEach(item -> lines.put(item.id(), List.of(line)));
    return Future.succeededFuture(lines);
  }
}
