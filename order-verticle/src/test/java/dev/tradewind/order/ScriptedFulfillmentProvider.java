package dev.tradewind.order;

import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.providers.ProviderCall;
import dev.tradewind.providers.fulfillment.FulfillmentProvider;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** Fulfillment provider that records its calls, and refuses or fails on request. */
public final class ScriptedFulfillmentProvider implements FulfillmentProvider {

  static final String ID = "scripted";

  /** Answer to the next calls. */
  enum Mode {
    ANSWERS,
    REFUSES,
    SILENT
  }

  static final List<String> CALLS = new CopyOnWriteArrayList<>();

  static volatile Mode mode = Mode.ANSWERS;

  /** Number of the next creations that are refused. */
  static final AtomicInteger REFUSALS = new AtomicInteger();

  /** Calls with that idempotency key. */
  static List<String> calls(String key) {
    return CALLS.stream().filter(call -> call.endsWith(" " + key)).toList();
  }

  private static Future<JsonObject> answer(String what, ProviderCall call) {
    CALLS.add(what + " " + call.idempotencyKey());
    return switch (mode) {
      case ANSWERS -> Future.succeededFuture(new JsonObject().put("state", what));
      case REFUSES -> Future.failedFuture(new Problem.NotAllowed("No parcels today").toException());
      case SILENT -> Future.failedFuture("The line is dead");
    };
  }

  @Override
  public String id() {
    return ID;
  }

  @Override
  public Future<List<JsonObject>> options(ProviderCall call) {
    return Future.succeededFuture(List.of());
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
    return Future.failedFuture("It does not calculate");
  }

  @Override
  public Future<JsonObject> validateData(
      ProviderCall call, JsonObject optionData, JsonObject data, JsonObject cart) {
    return Future.succeededFuture(data);
  }

  @Override
  public Future<JsonObject> createFulfillment(
      ProviderCall call, JsonObject methodData, JsonObject order, JsonObject fulfillment) {
    return REFUSALS.getAndUpdate(left -> Math.max(0, left - 1)) > 0
        ? Future.failedFuture(new Problem.NotAllowed("No parcels today").toException())
        : answer("created", call);
  }

  @Override
  public Future<JsonObject> cancelFulfillment(ProviderCall call, JsonObject fulfillmentData) {
    return answer("canceled", call);
  }

  @Override
  public Future<JsonObject> createReturn(ProviderCall call, JsonObject returned) {
    return answer("returned", call);
  }
}
