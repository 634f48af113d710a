package dev.tradewind.providers.fulfillment;

import dev.tradewind.kernel.operation.Problem;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** Registry of the fulfillment providers installed on this node. */
public final class FulfillmentProviders {

  private final Map<String, FulfillmentProvider> byId;

  private FulfillmentProviders(Iterable<FulfillmentProvider> providers) {
    this.byId =
        StreamSupport.stream(providers.spliterator(), false)
            .collect(Collectors.toUnmodifiableMap(FulfillmentProvider::id, Function.identity()));
  }

  public static FulfillmentProviders installed() {
    return new FulfillmentProviders(ServiceLoader.load(FulfillmentProvider.class));
  }

  public Set<String> ids() {
    return byId.keySet();
  }

  /**
   * The provider of that id.
   *
   * @throws dev.tradewind.kernel.operation.ProblemException 404 if it is not installed
   */
  public FulfillmentProvider get(String id) {
    FulfillmentProvider provider = byId.get(Objects.requireNonNull(id));
    if (provider == null) {
      throw new Problem.NotFound("Could not find a fulfillment provider with id: " + id)
          .toException();
    }
    return provider;
  }
}
