package dev.tradewind.providers;

import dev.tradewind.spi.payment.PaymentProvider;
import io.vertx.core.json.JsonObject;

/** References of sessions and payments, by which their providers know them. */
public final class PaymentReferences {

  private final ProviderRegistry<PaymentProvider> providers;

  public PaymentReferences(ProviderRegistry<PaymentProvider> providers) {
    this.providers = providers;
  }

  /** Reference of a session or payment; empty if it has none, or its provider is not installed. */
  public String of(String providerId, JsonObject data) {
    return providers.find(providerId).map(provider -> provider.reference(data)).orElse("");
  }

  /** The same for a session that its shopper pays at the provider; empty for others. */
  public String ofPaidSession(String providerId, JsonObject data) {
    if (providers.find(providerId).filter(PaymentProvider::isPaidBySession).isPresent()) {
      return of(providerId, data);
    }
    return "";
  }
}
