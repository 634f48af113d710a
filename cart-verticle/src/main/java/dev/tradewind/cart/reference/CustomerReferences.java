package dev.tradewind.cart.reference;

import dev.tradewind.api.customer.CustomerClient;
import dev.tradewind.kernel.operation.CallContext;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Cached customers of carts, as embedded in responses. */
public final class CustomerReferences {

  private final CustomerClient customers;
  private final CartCaches caches;

  CustomerReferences(CustomerClient customers, CartCaches caches) {
    this.customers = customers;
    this.caches = caches;
  }

  Future<Map<String, JsonObject>> find(CallContext context, Set<String> ids) {
    return caches.customers.get(
        ids, missing -> customers.findCustomers(context, missing).map(ReferenceMaps::byId));
  }

  /** Customer of a cart, if it has one. */
  Future<Optional<JsonObject>> findOptional(CallContext context, @Nullable String id) {
    if (id == null) {
      return Future.succeededFuture(Optional.empty());
    }
    return find(context, Set.of(id)).map(found -> Optional.ofNullable(found.get(id)));
  }

  /**
   * Caches a customer, as embedded in responses.
   *
   * @param position before the customer was read
   */
  public void cache(long position, JsonObject customer) {
    caches.customers.put(position, customer.getString("id"), customer);
  }

  /** Removes the personal data of customers from memory. */
  public void clear() {
    caches.customers.clear();
  }
}
