package dev.tradewind.providers;

import dev.tradewind.api.customer.CustomerClient;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.spi.payment.PaymentSubject;
import dev.tradewind.spi.payment.SessionData;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Customers as payment providers see them, with what a provider has added to their metadata. */
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
    return customer == null
        ? null
        : new PaymentSubject.Customer(
            Objects.requireNonNull(customer.getString("id")),
            Objects.requireNonNull(customer.getString("email")),
            customer.getBoolean("has_account", false),
            customer.getValue("metadata") instanceof JsonObject metadata
                ? metadata.copy()
                : new JsonObject());
  }

  /** Adds to the customer's metadata; a failure is only logged, as the provider works without. */
  public Future<Void> remember(
      CallContext context, PaymentSubject.@Nullable Customer customer, SessionData opened) {
    return customer == null || opened.customerMetadata().isEmpty()
        ? Future.succeededFuture()
        : customers
            .addMetadata(context, customer.id(), opened.customerMetadata())
            .onFailure(failure ->
                LOG.warn(
                    "Adding metadata to customer {} failed: {}", customer.id(), failure.toString()))
            .otherwiseEmpty();
  }
}
