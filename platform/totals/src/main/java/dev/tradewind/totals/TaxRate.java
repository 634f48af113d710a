package dev.tradewind.totals;

import dev.tradewind.kernel.json.JsonName;
import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * A rate that applies to a line or a shipping method.
 *
 * @param percent 20 means twenty percent
 */
public record TaxRate(@JsonName("rate") BigDecimal percent, String name, @Nullable String code) {

  public TaxRate {
    // One form for equal rates, and never an exponent on the wire.
    percent = percent.stripTrailingZeros();
    percent = percent.scale() < 0 ? percent.setScale(0) : percent;
  }

  Fraction fraction() {
    return Fraction.ofPercent(percent);
  }

  /** The form of a tax line, without the line. */
  public JsonObject toJson() {
    return new JsonObject().put("rate", percent).put("name", name).put("code", code);
  }

  /** From a tax line, as carts and orders show it. */
  public static TaxRate parse(JsonObject json) {
    return new TaxRate(
        new BigDecimal(json.getNumber("rate").toString()),
        json.getString("name"),
        json.getString("code"));
  }
}
