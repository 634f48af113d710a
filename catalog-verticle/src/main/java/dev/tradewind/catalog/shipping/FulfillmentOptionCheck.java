package dev.tradewind.catalog.shipping;

import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.providercall.ProviderCalls;
import dev.tradewind.providers.ProviderRegistry;
import dev.tradewind.spi.ProviderCall;
import dev.tradewind.spi.fulfillment.FulfillmentProvider;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;

/** Validation of a shipping option by its fulfillment provider. */
final class FulfillmentOptionCheck {

  private final ProviderRegistry<FulfillmentProvider> providers;
  private final ProviderCalls timeout;

  FulfillmentOptionCheck(ProviderRegistry<FulfillmentProvider> providers, ProviderCalls timeout) {
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
      throw Problem.invalidData(message);
    }
    return null;
  }
}
