package dev.tradewind.api.catalog;

import dev.tradewind.kernel.json.RecordCodec;
import io.vertx.core.json.JsonObject;
import java.lang.invoke.MethodHandles;
import java.util.List;

/** Query for the tax rates of a region that are linked to these products and shipping options. */
public record TaxRateQuery(
    String regionId, List<String> productIds, List<String> shippingOptionIds) {

  private static final RecordCodec<TaxRateQuery> CODEC =
      RecordCodec.ofMessage(MethodHandles.lookup(), TaxRateQuery.class);

  public static TaxRateQuery parse(JsonObject json) {
    return CODEC.read(json);
  }

  JsonObject toJson() {
    return CODEC.write(this);
  }
}
