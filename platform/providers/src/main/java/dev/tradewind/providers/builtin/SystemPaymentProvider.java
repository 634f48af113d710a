package dev.tradewind.providers.builtin;

/**
 * Payment provider {@code system}: payments that staff mark as paid. It is always available and
 * belongs to no region.
 */
public final class SystemPaymentProvider extends OfflinePaymentProvider {

  public static final String ID = "system";

  public SystemPaymentProvider() {
    super(ID);
  }
}
