package dev.tradewind.cart.payment;

import dev.tradewind.api.customer.CustomerClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.providercall.ProviderCalls;
import dev.tradewind.providers.PayingCustomers;
import dev.tradewind.providers.ProviderRegistry;
import dev.tradewind.spi.payment.PaymentProvider;
import dev.tradewind.spi.payment.PaymentSubject;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Objects;

/** Payment methods that the installed providers have saved for the current customer. */
public final class SavedPaymentMethods {

  private final ProviderRegistry<PaymentProvider> providers;
  private final CustomerClient customers;
  private final PayingCustomers paying;
  private final ProviderCalls calls;

  public SavedPaymentMethods(
      ProviderRegistry<PaymentProvider> providers, CustomerClient customers, ProviderCalls calls) {
    this.providers = providers;
    this.customers = customers;
    this.paying = new PayingCustomers(customers);
    this.calls = calls;
  }

  public void bind(Operations operations) {
    operations.on("storeListCustomerMePaymentMethods", this::list);
  }

  private Future<Reply> list(Request request) {
    String customerId = Objects.requireNonNull(request.principal().id());
    return customers
        .findCustomers(request.context(), List.of(customerId))
        .compose(found -> {
          if (found.isEmpty()) {
            return Future.succeededFuture(reply(new JsonArray()));
          }
          return list(request, Objects.requireNonNull(PayingCustomers.of(found.getFirst())));
        });
  }

  private Future<Reply> list(Request request, PaymentSubject.Customer customer) {
    List<Future<List<JsonObject>>> found =
        providers.all().stream().map(provider -> saved(request, provider, customer)).toList();
    return Future.all(found)
        .map(all -> {
          JsonArray methods = new JsonArray();
          found.forEach(ofProvider -> ofProvider.result().forEach(methods::add));
          return reply(methods);
        });
  }

  private static Reply reply(JsonArray methods) {
    return Reply.ok(new JsonObject().put("payment_methods", methods));
  }

  private Future<List<JsonObject>> saved(
      Request request, PaymentProvider provider, PaymentSubject.Customer customer) {
    return calls
        .ask(
            "payment provider " + provider.id(),
            request.context().deadline(),
            () ->
                paying
                    .known(request.context(), provider, customer)
                    .compose(provider::findSavedMethods))
        .map(methods ->
            methods.stream()
                .map(data -> new JsonObject().put("provider_id", provider.id()).put("data", data))
                .toList());
  }
}
