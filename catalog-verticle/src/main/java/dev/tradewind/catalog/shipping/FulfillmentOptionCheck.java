package dev.tradewind.catalog.shipping;

import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.providers.ProviderCall;
import dev.tradewind.providers.ProviderCalls;
import dev.tradewind.providers.fulfillment.FulfillmentProviders;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;

/** Validation of a shipping option by its fulfillment provider. */
final class FulfillmentOptionCheck {

  private final FulfillmentProviders providers;
  private final ProviderCalls timeout;

  FulfillmentOptionCheck(FulfillmentProviders providers, ProviderCalls timeout) {
    this.providers = providers;
    this.timeout = timeout;
  }

  Future<Void> requireCanCalculate(
      CallContext context, String optionId, String providerId, JsonObject data) {
    ProviderCall call = new ProviderCall(optionId + ":calculate", context.deadline());
    return timeout
        .ask(
            "fulfillment provider " + providerId,
            call.deadline(),
            () -> providers.get(providerId).canCalculate(call, data))
        .map(can ->
            require(can, "The fulfillment provider cannot calculate prices for this option"));
  }

  Future<Void> requireValid(
      CallContext context, String optionId, String providerId, JsonObject data) {
    ProviderCall call = new ProviderCall(optionId + ":validate", context.deadline());
    return timeout
        .ask(
            "fulfillment provider " + providerId,
            call.deadline(),
            () -> providers.get(providerId).validateOption(call, data))
        .map(valid ->
            require(valid, "The fulfillment provider cannot validate the shipping option"));
  }

  private static Void require(boolean fulfilled, String message) {
    if (!fulfilled) {
      throw new Problem.InvalidData(message).toException();
    }
    return null;
  }
}
