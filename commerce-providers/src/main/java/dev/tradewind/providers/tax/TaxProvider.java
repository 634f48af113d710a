package dev.tradewind.providers.tax;

import dev.tradewind.providers.ProviderCall;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;

/**
 * Says which taxes are due on a cart. Found by {@link java.util.ServiceLoader}; one instance serves
 * many requests at once. Every call carries an idempotency key and a deadline after which nobody
 * waits; asking again under a key gives the same answer.
 */
public interface TaxProvider {

  /** The id by which regions name this provider. */
  String id();

  /**
   * The rates that are due, by the id of the line or shipping method; what is missing is not taxed.
   */
  Future<Map<String, List<TaxLine>>> taxLines(ProviderCall call, TaxRequest question);
}
