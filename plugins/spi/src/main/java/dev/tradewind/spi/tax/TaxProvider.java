package dev.tradewind.spi.tax;

import dev.tradewind.spi.Provider;
import dev.tradewind.spi.ProviderCall;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;

/**
 * Tax provider. Every call carries an idempotency key and a deadline after which the caller has
 * given up; a repetition under the same key returns the same rates.
 */
public interface TaxProvider extends Provider {

  /** The tax rates by the id of the line or shipping method; without an entry it is not taxed. */
  Future<Map<String, List<TaxLine>>> taxLines(ProviderCall call, TaxRequest question);
}
