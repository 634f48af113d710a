package dev.tradewind.providers.builtin;

import dev.tradewind.spi.fulfillment.FulfillmentProvider;
import dev.tradewind.spi.testing.FulfillmentProviderContract;

class ManualFulfillmentProviderTest extends FulfillmentProviderContract {

  @Override
  protected FulfillmentProvider provider() {
    return new ManualFulfillmentProvider();
  }
}
