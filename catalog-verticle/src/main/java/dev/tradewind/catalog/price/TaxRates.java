package dev.tradewind.catalog.price;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** Tax rates of one product, in their wire form. */
public final class TaxRates {

  private TaxRates() {}

  /** Linked rates, or the region's default rate if there are none. */
  public static JsonArray orDefault(@Nullable JsonArray linked, Number regionRate) {
    if (linked != null && !linked.isEmpty()) {
      return linked;
    }
    return new JsonArray()
        .add(
            new JsonObject().put("rate", regionRate).put("name", "default").put("code", "default"));
  }

  /** Sum of the rates; none applies on top of another. */
  public static BigDecimal sum(JsonArray rates) {
    BigDecimal sum = BigDecimal.ZERO;
    for (int i = 0; i < rates.size(); i++) {
      Number rate = rates.getJsonObject(i).getNumber("rate");
      if (rate != null) {
        sum = sum.add(new BigDecimal(rate.toString()));
      }
    }
    return sum;
  }
}
