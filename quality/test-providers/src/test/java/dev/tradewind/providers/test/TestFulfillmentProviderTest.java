package dev.tradewind.providers.test;

import dev.tradewind.spi.fulfillment.FulfillmentProvider;
import dev.tradewind.spi.testing.FulfillmentProviderContract;

class TestFulfillmentProviderTest extends FulfillmentProviderContract {

  @Override
  protected FulfillmentProvider provider() {
    return new TestFulfillmentProvider();
  }
}
