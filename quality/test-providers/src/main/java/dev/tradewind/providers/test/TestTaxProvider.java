package dev.tradewind.providers.test;

import dev.tradewind.spi.ProviderCall;
import dev.tradewind.spi.tax.TaxLine;
import dev.tradewind.spi.tax.TaxProvider;
import dev.tradewind.spi.tax.TaxRequest;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Tax provider {@code trial}: taxes line items by {@code trial_rate} of the region's metadata, and
 * shipping not at all; fails without that rate.
 */
public final class TestTaxProvider implements TaxProvider {

  public static final String ID = "trial";

  private static final Map<String, List<String>> KEYS = new ConcurrentHashMap<>();

  /** Idempotency keys of the tax calculations for the cart. */
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
      return Future.failedFuture("No trial_rate is set");
    }
    TaxLine line =
        new TaxLine(new BigDecimal(metadata.getNumber("trial_rate").toString()), "Trial", "TRIAL");
    Map<String, List<TaxLine>> lines = new HashMap<>();
    question.items().forEach(item -> lines.put(item.id(), List.of(line)));
    return Future.succeededFuture(lines);
  }
}
