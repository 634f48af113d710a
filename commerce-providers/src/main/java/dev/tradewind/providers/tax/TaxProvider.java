package dev.tradewind.providers.tax;

import dev.tradewind.providers.ProviderCall;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;

/**
 * SPI of tax providers. Found by {@link java.util.ServiceLoader}; one instance serves many requests
 * at once. Every call carries an idempotency key and a deadline after which the caller has given
 * up; a repetition under the same key returns the same rates.
 */
public interface TaxProvider {

  /** The id of this provider in regions. */
  String id();

  /** The tax rates by the id of the line or shipping method; without an entry it is not taxed. */
  Future<Map<String, List<TaxLine>>> taxLines(ProviderCall call, TaxRequest question);
}
