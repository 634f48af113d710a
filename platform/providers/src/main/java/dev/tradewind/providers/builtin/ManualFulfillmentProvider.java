package dev.tradewind.providers.builtin;

import dev.tradewind.spi.ProviderCall;
import dev.tradewind.spi.RefusedException;
import dev.tradewind.spi.fulfillment.FulfillmentProvider;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.List;

/**
 * Fulfillment provider {@code manual}: the shop ships by itself, at the prices of its shipping
 * options.
 */
public final class ManualFulfillmentProvider implements FulfillmentProvider {

  public static final String ID = "manual";

  @Override
  public String id() {
    return ID;
  }

  @Override
  public Future<List<JsonObject>> options(ProviderCall call) {
    return Future.succeededFuture(
        List.of(
            new JsonObject().put("id", "manual-fulfillment"),
            new JsonObject().put("id", "manual-fulfillment-return").put("is_return", true)));
  }

  @Override
  public Future<Boolean> validateOption(ProviderCall call, JsonObject optionData) {
    return Future.succeededFuture(true);
  }

  @Override
  public Future<Boolean> canCalculate(ProviderCall call, JsonObject optionData) {
    return Future.succeededFuture(false);
  }

  @Override
  public Future<Long> calculatePrice(
      ProviderCall call, JsonObject optionData, JsonObject data, JsonObject cart) {
    return Future.failedFuture(
        RefusedException.notAllowed("The fulfillment provider manual does not calculate prices"));
  }

  @Override
  public Future<JsonObject> validateData(
      ProviderCall call, JsonObject optionData, JsonObject data, JsonObject cart) {
    return Future.succeededFuture(data);
  }

  @Override
  public Future<JsonObject> createFulfillment(
      ProviderCall call, JsonObject methodData, JsonObject order, JsonObject fulfillment) {
    return Future.succeededFuture(new JsonObject());
  }

  @Override
  public Future<JsonObject> cancelFulfillment(ProviderCall call, JsonObject fulfillmentData) {
    return Future.succeededFuture(new JsonObject());
  }

  @Override
  public Future<JsonObject> createReturn(ProviderCall call, JsonObject returned) {
    return Future.succeededFuture(new JsonObject());
  }
}
