package dev.tradewind.api.order;

import dev.tradewind.kernel.json.JsonName;
import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Region of an order.
 *
 * @param document the region without its relations, as orders show it
 * @param currency as orders show it
 */
public record OrderRegion(@JsonName("region") JsonObject document, @Nullable JsonObject currency) {

  public OrderRegion {
    Objects.requireNonNull(document.getString("id"), "id");
    Objects.requireNonNull(document.getString("currency_code"), "currency_code");
  }

  public String id() {
    return document.getString("id");
  }

  public String currencyCode() {
    return document.getString("currency_code");
  }

  /** Default percentage, without a linked rate. */
  public @Nullable BigDecimal taxRate() {
    Number taxRate = document.getNumber("tax_rate");
    return taxRate == null ? null : new BigDecimal(taxRate.toString());
  }

  /** Whether taxes of its carts are calculated automatically. */
  public boolean automaticTaxes() {
    return document.getBoolean("automatic_taxes", true);
  }
}
