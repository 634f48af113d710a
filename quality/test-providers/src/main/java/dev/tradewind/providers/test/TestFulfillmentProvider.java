package dev.tradewind.providers.test;

import dev.tradewind.spi.ProviderCall;
import dev.tradewind.spi.RefusedException;
import dev.tradewind.spi.fulfillment.FulfillmentProvider;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Fulfillment provider {@code trial}, controlled by the data of a shipping option: {@code price} is
 * the price per unit, without which no price can be calculated; {@code invalid} makes the option
 * invalid; {@code mode} is {@code breaks}, {@code silent} or {@code greedy} for a failure, a
 * missing response or a negative price. Fulfillments, cancellations and returns are recorded and
 * done, unless {@link #answer} says otherwise.
 */
public final class TestFulfillmentProvider implements FulfillmentProvider {

  public static final String ID = "trial";

  /** Answer to a fulfillment, a cancellation or a return. */
  public enum Outcome {
    DONE,
    REFUSED,
    FAILS
  }

  // Static, because the service loader creates the instances.
  private static final List<String> CALLS = new CopyOnWriteArrayList<>();
  private static final AtomicInteger REFUSALS = new AtomicInteger();
  private static volatile Outcome outcome = Outcome.DONE;

  /** Forgets all calls and answers. */
  public static void reset() {
    CALLS.clear();
    refuseNext(0);
    answer(Outcome.DONE);
  }

  public static void answer(Outcome next) {
    outcome = next;
  }

  /** Refuses that many fulfillments before the answer is given. */
  public static void refuseNext(int fulfillments) {
    REFUSALS.set(fulfillments);
  }

  /** Fulfillments, cancellations and returns with that idempotency key. */
  public static List<String> calls(String key) {
    return CALLS.stream().filter(key::equals).toList();
  }

  private static final Map<String, List<String>> KEYS = new ConcurrentHashMap<>();

  /** Idempotency keys of price calculations for options with that name in their data. */
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
    int units =
        cart.getJsonArray("items").stream()
            .mapToInt(item -> ((JsonObject) item).getInteger("quantity"))
            .sum();
    long price = optionData.getLong("price") * units;
    return answered(optionData, "greedy".equals(optionData.getString("mode")) ? -1 : price);
  }

  /** Stores the pick-up point, and refuses a closed one. */
  @Override
  public Future<JsonObject> validateData(
      ProviderCall call, JsonObject optionData, JsonObject data, JsonObject cart) {
    if ("closed".equals(data.getString("point"))) {
      return Future.failedFuture(RefusedException.invalid("The pick-up point is closed"));
    }
    return Future.succeededFuture(data.copy().put("checked", true));
  }

  @Override
  public Future<JsonObject> createFulfillment(
      ProviderCall call, JsonObject methodData, JsonObject order, JsonObject fulfillment) {
    if (REFUSALS.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
      return refused();
    }
    return answer(call, new JsonObject().put("key", call.idempotencyKey()));
  }

  @Override
  public Future<JsonObject> cancelFulfillment(ProviderCall call, JsonObject fulfillmentData) {
    return answer(call, fulfillmentData);
  }

  @Override
  public Future<JsonObject> createReturn(ProviderCall call, JsonObject returned) {
    return answer(call, new JsonObject().put("key", call.idempotencyKey()));
  }

  private static Future<JsonObject> answer(ProviderCall call, JsonObject done) {
    CALLS.add(call.idempotencyKey());
    return switch (outcome) {
      case DONE -> Future.succeededFuture(done);
      case REFUSED -> refused();
      case FAILS -> Future.failedFuture("The provider is unreachable");
    };
  }

  private static Future<JsonObject> refused() {
    return Future.failedFuture(RefusedException.notAllowed("No parcels today"));
  }

  private static <T> Future<T> answered(JsonObject optionData, T answer) {
    return switch (optionData.getString("mode", "")) {
      case "breaks" -> Future.failedFuture("The provider is unreachable");
      case "silent" -> Promise.<T>promise().future();
      default -> Future.succeededFuture(answer);
    };
  }
}
