package dev.tradewind.cart.operation;

import dev.tradewind.api.address.Address;
import dev.tradewind.api.customer.CustomerClient;
import dev.tradewind.cart.model.Cart;
import dev.tradewind.cart.reference.RegionCountries;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.text.Ids;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Addresses of a cart. An address id is looked up in the cart, then among the customer's addresses,
 * and copied, so that later changes of the customer do not affect the cart.
 */
public final class UpdateAddresses {

  public static final Ids IDS = Ids.of("addr");

  private final CustomerClient customers;

  public UpdateAddresses(CustomerClient customers) {
    this.customers = customers;
  }

  /** Address for the given value: an object, an id, or null to clear it. */
  public Future<Optional<Address>> of(
      CallContext context,
      Cart cart,
      @Nullable Address current,
      @Nullable Object value,
      Instant now) {
    if (value == null) {
      return Future.succeededFuture(Optional.empty());
    }
    if (value instanceof JsonObject fields) {
      Address changed =
          current == null ? Address.created(IDS.next(), fields, now) : current.merged(fields, now);
      RegionCountries.requireKnown(changed.countryCode());
      return Future.succeededFuture(Optional.of(changed));
    }
    String id = String.valueOf(value);
    return Stream.of(cart.shippingAddress(), cart.billingAddress())
        .filter(Objects::nonNull)
        .filter(address -> address.id().equals(id))
        .findFirst()
        .map(own -> Future.succeededFuture(copy(own.toJson(), own.customerId(), now)))
        .orElseGet(
            () -> ofCustomer(context, cart, id).map(found -> copy(found, cart.customerId(), now)))
        .map(Optional::of);
  }

  private Future<JsonObject> ofCustomer(CallContext context, Cart cart, String id) {
    Problem unknown = Problem.notFound("Address with id " + id + " was not found");
    String customerId = cart.customerId();
    if (customerId == null) {
      return Future.failedFuture(unknown);
    }
    return customers.findAddress(context, customerId, id);
  }

  private static Address copy(JsonObject source, @Nullable String customerId, Instant now) {
    Address copy = Address.created(IDS.next(), source, now);
    return new Address(copy.id(), now, now, customerId, copy.postal());
  }
}
