package dev.tradewind.discount.remote;

import dev.tradewind.api.catalog.CatalogClient;
import dev.tradewind.api.customer.CustomerClient;
import dev.tradewind.api.discount.ConditionType;
import dev.tradewind.kernel.async.Futures;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Problem;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Lookup of resources of other verticles that discounts and gift cards refer to. References are
 * validated when they are written.
 */
public final class RemoteReferences {

  private final CatalogClient catalog;
  private final CustomerClient customers;

  public RemoteReferences(OperationClient bus) {
    this.catalog = new CatalogClient(bus);
    this.customers = new CustomerClient(bus);
  }

  /** Complete regions; unknown ids are skipped. */
  public Future<List<JsonObject>> findRegions(CallContext context, Collection<String> ids) {
    return catalog.findRegions(context, ids);
  }

  /** Resources of a condition of that type; unknown ids are skipped. */
  public Future<List<JsonObject>> findResources(
      CallContext context, ConditionType type, Collection<String> ids, List<String> fields) {
    if (type == ConditionType.CUSTOMER_GROUPS) {
      return customers.findReferences(context, type.wireName(), ids, fields);
    }
    return catalog.findReferences(context, type.wireName(), ids, fields);
  }

  /** Regions with these ids; 404 for the first unknown one. */
  public Future<List<JsonObject>> requireRegions(CallContext context, Collection<String> ids) {
    if (ids.isEmpty()) {
      return Future.succeededFuture(List.of());
    }
    return findRegions(context, ids)
        .map(found -> {
          requireAll(ids, found, id -> "Region with " + id + " was not found");
          return found;
        });
  }

  /** Requires the resources to exist; 404 for the first unknown one. */
  public Future<Void> requireResources(
      CallContext context, ConditionType type, Collection<String> ids) {
    return Futures.unlessEmpty(
        ids,
        () ->
            findResources(context, type, ids, List.of("id"))
                .map(found -> {
                  requireAll(ids, found, type::missing);
                  return null;
                }));
  }

  private static void requireAll(
      Collection<String> ids, List<JsonObject> found, Function<String, String> message) {
    Set<String> missing = new LinkedHashSet<>(ids);
    missing.removeAll(found.stream().map(row -> row.getString("id")).collect(Collectors.toSet()));
    if (!missing.isEmpty()) {
      throw Problem.notFound(message.apply(missing.iterator().next()));
    }
  }
}
