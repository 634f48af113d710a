package dev.tradewind.cart.payment;

import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.providers.ProviderCalls;
import dev.tradewind.providers.payment.PaymentProvider;
import dev.tradewind.providers.payment.PaymentProviders;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Objects;

/** Payment methods that the installed providers have saved for the current customer. */
public final class SavedPaymentMethods {

  private final PaymentProviders providers;
  private final ProviderCalls calls;

  public SavedPaymentMethods(PaymentProviders providers, ProviderCalls calls) {
    this.providers = providers;
    this.calls = calls;
  }

  public void bind(Operations operations) {
    operations.on("storeListCustomerMePaymentMethods", this::list);
  }

  private Future<Reply> list(Request request) {
    String customerId = Objects.requireNonNull(request.principal().id());
    List<Future<List<JsonObject>>> found =
        providers.ids().stream()
            .sorted()
            .map(providers::get)
            .map(provider -> saved(request, provider, customerId))
            .toList();
    return Future.all(found)
        .map(all -> {
          JsonArray methods = new JsonArray();
          found.forEach(ofProvider -> ofProvider.result().forEach(methods::add));
          return Reply.ok(new JsonObject().put("payment_methods", methods));
        });
  }

  private Future<List<JsonObject>> saved(
      Request request, PaymentProvider provider, String customerId) {
    return calls
        .ask(
            "payment provider " + provider.id(),
            request.context().deadline(),
            () -> provider.findSavedMethods(customerId))
        .map(methods ->
            methods.stream()
                .map(data -> new JsonObject().put("provider_id", provider.id()).put("data", data))
                .toList());
  }
}
