package dev.tradewind.providers.test;

import dev.tradewind.spi.tax.TaxProvider;
import dev.tradewind.spi.testing.TaxProviderContract;
import io.vertx.core.json.JsonObject;

class TestTaxProviderTest extends TaxProviderContract {

  @Override
  protected TaxProvider provider() {
    return new TestTaxProvider();
  }

  @Override
  protected JsonObject region() {
    return super.region().put("metadata", new JsonObject().put("trial_rate", 20));
  }
}
