package dev.tradewind.providers.test;

import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.providers.ProviderCall;
import dev.tradewind.providers.fulfillment.FulfillmentProvider;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Test fulfillment provider {@code trial}, controlled by the data of a shipping option. {@code
 * price} is the price per unit, without it nothing can be calculated; {@code invalid} makes it no
 * option; {@code mode} is {@code breaks} for failure, {@code silent} for no response, or {@code
 * greedy} for a negative price.
 */
public final class TrialFulfillmentProvider implements FulfillmentProvider {

  public static final String ID = "trial";

  /** Static: the service loader creates the instances. */
  private static final Map<String, List<String>> KEYS = new ConcurrentHashMap<>();

  /** The keys of price calculations for options with that name in their data. */
  public static List<String> priceKeys(String name) {
    return KEYS.getOrDefault(name, List.of());
  }

  @Override
  public String id() {
    return ID;
  }

  @Override
  public Future<List<JsonObject>> options(ProviderCall call) {
    return Future.succeededFuture(List.of(new JsonObject().put("id", "trial-parcel")));
  }

  @Override
  public Future<Boolean> validateOption(ProviderCall call, JsonObject optionData) {
    return answered(optionData, !optionData.getBoolean("invalid", false));
  }

  @Override
  public Future<Boolean> canCalculate(ProviderCall call, JsonObject optionData) {
    return answered(optionData, optionData.containsKey("price"));
  }

  @Override
  public Future<Long> calculatePrice(
      ProviderCall call, JsonObject optionData, JsonObject data, JsonObject cart) {
    KEYS.computeIfAbsent(optionData.getString("name", ""), name -> new CopyOnWriteArrayList<>())
        .add(call.idempotencyKey());
    int pieces =
        cart.getJsonArray("items").stream()
            .mapToInt(item -> ((JsonObject) item).getInteger("quantity"))
            .sum();
    long price = optionData.getLong("price") * pieces;
    return answered(optionData, "greedy".equals(optionData.getString("mode")) ? -1 : price);
  }

  /** Stores the pick-up point, and rejects a closed one. */
  @Override
  public Future<JsonObject> validateData(
      ProviderCall call, JsonObject optionData, JsonObject data, JsonObject cart) {
    return "closed".equals(data.getString("point"))
        ? Future.failedFuture(new Problem.InvalidData("The pick-up point is closed").toException())
        : Future.succeededFuture(data.copy().put("checked", true));
  }

  @Override
  public Future<JsonObject> createFulfillment(
      ProviderCall call, JsonObject methodData, JsonObject order, JsonObject fulfillment) {
    return Future.succeededFuture(new JsonObject().put("key", call.idempotencyKey()));
  }

  @Override
  public Future<JsonObject> cancelFulfillment(ProviderCall call, JsonObject fulfillmentData) {
    return Future.succeededFuture(fulfillmentData);
  }

  @Override
  public Future<JsonObject> createReturn(ProviderCall call, JsonObject returned) {
    return Future.succeededFuture(new JsonObject().put("key", call.idempotencyKey()));
  }

  private static <T> Future<T> answered(JsonObject optionData, T answer) {
    return switch (optionData.getString("mode", "")) {
      case "breaks" -> Future.failedFuture("The line is dead");
      case "silent" -> Promise.<T>promise().future();
      default -> Future.succeededFuture(answer);
    };
  }
}
