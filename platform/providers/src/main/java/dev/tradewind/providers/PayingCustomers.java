package dev.tradewind.providers;

import dev.tradewind.api.customer.CustomerClient;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.spi.payment.PaymentProvider;
import dev.tradewind.spi.payment.PaymentSubject;
import dev.tradewind.spi.payment.SessionData;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Customers as payment providers see them, with their ids at the services of the providers. */
public final class PayingCustomers {

  private static final Logger LOG = LoggerFactory.getLogger(PayingCustomers.class);

  private final CustomerClient customers;

  public PayingCustomers(CustomerClient customers) {
    this.customers = customers;
  }

  /**
   * @param customer as the customer verticle returns it; null for none
   */
  public static PaymentSubject.@Nullable Customer of(@Nullable JsonObject customer) {
    if (customer == null) {
      return null;
    }
    return new PaymentSubject.Customer(
        Objects.requireNonNull(customer.getString("id")),
        Objects.requireNonNull(customer.getString("email")),
        customer.getBoolean("has_account", false),
        customer.getValue("metadata") instanceof JsonObject metadata
            ? metadata.copy()
            : new JsonObject(),
        null);
  }

  /**
   * The subject with its customer's id at the service of the provider, as far as it is recorded;
   * without its customer while the record cannot be read, so that none replaces it.
   */
  public Future<PaymentSubject> known(
      CallContext context, PaymentProvider provider, PaymentSubject subject) {
    PaymentSubject.Customer customer = subject.customer();
    if (customer == null) {
      return Future.succeededFuture(subject);
    }
    return known(context, provider, customer)
        .onFailure(failure ->
            LOG.warn(
                "Reading customer {} at payment provider {} failed: {}",
                customer.id(),
                provider.id(),
                failure.toString()))
        .map(known -> of(known, subject))
        .otherwise(failure -> of(null, subject));
  }

  private static PaymentSubject of(
      PaymentSubject.@Nullable Customer customer, PaymentSubject subject) {
    return new PaymentSubject(
        customer,
        subject.email(),
        subject.billingAddress(),
        subject.shippingAddress(),
        subject.lines(),
        subject.context());
  }

  /** The customer with its id at the service of the provider, as far as it is recorded. */
  public Future<PaymentSubject.Customer> known(
      CallContext context, PaymentProvider provider, PaymentSubject.Customer customer) {
    return provider
        .customerKey()
        .map(key ->
            customers
                .findProviderCustomer(context, customer.id(), key)
                .map(found ->
                    new PaymentSubject.Customer(
                        customer.id(),
                        customer.email(),
                        customer.hasAccount(),
                        customer.metadata(),
                        found
                            .map(each ->
                                new PaymentSubject.ProviderCustomer(each.id(), each.isConfirmed()))
                            .orElse(null))))
        .orElseGet(() -> Future.succeededFuture(customer));
  }

  /** Records a new id at the service; a failure is only logged, as the provider works without. */
  public Future<Void> remember(
      CallContext context,
      PaymentProvider provider,
      PaymentSubject.@Nullable Customer customer,
      SessionData opened) {
    String id = opened.providerCustomer();
    if (customer == null || id == null) {
      return Future.succeededFuture();
    }
    return customers
        .recordProviderCustomer(context, customer.id(), provider.customerKey().orElseThrow(), id)
        .onFailure(failure ->
            LOG.warn(
                "Recording customer {} at payment provider {} failed: {}",
                customer.id(),
                provider.id(),
                failure.toString()))
        .otherwiseEmpty();
  }
}
