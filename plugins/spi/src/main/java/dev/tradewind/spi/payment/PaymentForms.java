package dev.tradewind.spi.payment;

import dev.tradewind.spi.Provider;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Forms of the payment providers of a shop in its storefront.
 *
 * @param forms one for each provider that has one
 * @param unpayable providers that shoppers pay themselves and that have no form here: their
 *     sessions cannot be paid in the storefront, so it does not offer them
 */
public record PaymentForms(List<PaymentForm> forms, Set<String> unpayable) {

  /** Without any form, and so for providers that need none. */
  public static final PaymentForms NONE = new PaymentForms(List.of(), Set.of());

  public PaymentForms {
    forms = List.copyOf(forms);
    unpayable = Set.copyOf(unpayable);
  }

  public static PaymentForms of(List<Provider> providers, List<PaymentForm> forms) {
    Set<String> withForm =
        forms.stream().map(PaymentForm::providerId).collect(Collectors.toUnmodifiableSet());
    return new PaymentForms(
        forms,
        providers.stream()
            .filter(provider ->
                provider instanceof PaymentProvider payments && payments.isPaidBySession())
            .map(Provider::id)
            .filter(id -> !withForm.contains(id))
            .collect(Collectors.toUnmodifiableSet()));
  }

  /** The form of a provider; empty for one without. */
  public Optional<PaymentForm> of(String providerId) {
    return forms.stream().filter(form -> form.providerId().equals(providerId)).findFirst();
  }
}
