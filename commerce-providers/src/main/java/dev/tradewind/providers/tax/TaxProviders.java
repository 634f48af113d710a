package dev.tradewind.providers.tax;

import dev.tradewind.kernel.operation.Problem;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** Registry of the tax providers installed on this node, including the built-in one. */
public final class TaxProviders {

  private final TaxProvider system = new SystemTaxProvider();
  private final Map<String, TaxProvider> byId;

  private TaxProviders(Iterable<TaxProvider> providers) {
    this.byId =
        StreamSupport.stream(providers.spliterator(), false)
            .collect(Collectors.toUnmodifiableMap(TaxProvider::id, Function.identity()));
  }

  public static TaxProviders installed() {
    return new TaxProviders(ServiceLoader.load(TaxProvider.class));
  }

  /** The ids that a region may refer to. */
  public Set<String> ids() {
    return byId.keySet();
  }

  /**
   * The provider of a region; the built-in one if it names none.
   *
   * @throws dev.tradewind.kernel.operation.ProblemException 404 if it is not installed
   */
  public TaxProvider get(@Nullable String id) {
    TaxProvider provider = id == null ? system : byId.get(id);
    if (provider == null) {
      throw new Problem.NotFound("Could not find a tax provider with id: " + id).toException();
    }
    return provider;
  }
}
