package dev.tradewind.providers.builtin;

import dev.tradewind.spi.tax.TaxProvider;
import dev.tradewind.spi.testing.TaxProviderContract;

class SystemTaxProviderTest extends TaxProviderContract {

  @Override
  protected TaxProvider provider() {
    return new SystemTaxProvider();
  }
}
