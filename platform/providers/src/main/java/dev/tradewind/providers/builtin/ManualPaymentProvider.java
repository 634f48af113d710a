package dev.tradewind.providers.builtin;

/**
 * Payment provider {@code manual}: the shop collects the money by itself, on delivery for example.
 */
public final class ManualPaymentProvider extends OfflinePaymentProvider {

  public ManualPaymentProvider() {
    super("manual");
  }
}
