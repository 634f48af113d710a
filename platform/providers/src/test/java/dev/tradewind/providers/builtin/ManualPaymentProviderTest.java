package dev.tradewind.providers.builtin;

import dev.tradewind.spi.payment.PaymentProvider;
import dev.tradewind.spi.testing.PaymentProviderContract;

class ManualPaymentProviderTest extends PaymentProviderContract {

  @Override
  protected PaymentProvider provider() {
    return new ManualPaymentProvider();
  }
}
