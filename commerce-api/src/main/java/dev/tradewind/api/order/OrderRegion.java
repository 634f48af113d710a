package dev.tradewind.api.order;

import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Region of an order.
 *
 * @param taxRate default percentage, without a linked rate
 * @param automaticTaxes whether taxes of its carts are calculated automatically
 * @param document the region without its relations, as orders show it
 * @param currency as orders show it
 */
public record OrderRegion(
    String id,
    String currencyCode,
    @Nullable BigDecimal taxRate,
    boolean automaticTaxes,
    JsonObject document,
    @Nullable JsonObject currency) {

  public static OrderRegion of(JsonObject document, @Nullable JsonObject currency) {
    Number taxRate = document.getNumber("tax_rate");
    return new OrderRegion(
        Objects.requireNonNull(document.getString("id"), "id"),
        Objects.requireNonNull(document.getString("currency_code"), "currency_code"),
        taxRate == null ? null : new BigDecimal(taxRate.toString()),
        document.getBoolean("automatic_taxes", true),
        document,
        currency);
  }
}
