package dev.tradewind.providers.payment;

import dev.tradewind.kernel.operation.Problem;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** Registry of the payment providers installed on this node. */
public final class PaymentProviders {

  private final Map<String, PaymentProvider> byId;

  private PaymentProviders(Iterable<PaymentProvider> providers) {
    this.byId =
        StreamSupport.stream(providers.spliterator(), false)
            .collect(Collectors.toUnmodifiableMap(PaymentProvider::id, Function.identity()));
  }

  public static PaymentProviders installed() {
    return new PaymentProviders(ServiceLoader.load(PaymentProvider.class));
  }

  public Set<String> ids() {
    return byId.keySet();
  }

  public Optional<PaymentProvider> find(String id) {
    return Optional.ofNullable(byId.get(id));
  }

  /**
   * The provider of that id.
   *
   * @throws dev.tradewind.kernel.operation.ProblemException 404 if it is not installed
   */
  public PaymentProvider get(String id) {
    return find(id)
        .orElseThrow(() ->
            new Problem.NotFound("Could not find a payment provider with id: " + id).toException());
  }
}
