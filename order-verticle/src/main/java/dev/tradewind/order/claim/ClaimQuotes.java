package dev.tradewind.order.claim;

import dev.tradewind.api.catalog.CatalogClient;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.order.change.OrderRequest;
import dev.tradewind.order.line.OrderLine;
import dev.tradewind.order.line.OrderShippingMethod;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.pricing.AdditionalLines;
import dev.tradewind.order.pricing.ShippingMethodQuotes;
import dev.tradewind.order.returns.PartReturns;
import dev.tradewind.order.store.OrderPartStore;
import dev.tradewind.totals.MethodTotals;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Checks and prices of a claim by other verticles and providers, before it is recorded. */
final class ClaimQuotes {

  /**
   * @param lines additional line items
   * @param returned units that are to come back; absent without a return
   * @param decisions of hooks about the prices of the lines
   */
  record Quote(
      List<OrderLine> lines,
      List<OrderShippingMethod> methods,
      PartReturns.@Nullable Prepared returned,
      List<JsonObject> decisions) {

    Quote {
      lines = List.copyOf(lines);
      methods = List.copyOf(methods);
      decisions = List.copyOf(decisions);
    }
  }

  private final Pool pool;
  private final AdditionalLines lines;
  private final ShippingMethodQuotes methods;
  private final PartReturns returns;
  private final CatalogClient catalog;

  ClaimQuotes(
      Pool pool,
      OperationClient bus,
      AdditionalLines lines,
      ShippingMethodQuotes methods,
      PartReturns returns) {
    this.pool = pool;
    this.lines = lines;
    this.methods = methods;
    this.returns = returns;
    this.catalog = new CatalogClient(bus);
  }

  Future<Quote> quote(OrderRequest request, Order order, ClaimRequest claim) {
    return requireOwnLines(order, claim)
        .compose(own -> additionalLines(request, order, claim))
        .compose(added -> {
          ClaimRules.requireClaimable(order, claim.items());
          Future<List<OrderShippingMethod>> chosen =
              methods
                  .quote(request.context(), order, claim.shippingMethods())
                  .map(priced ->
                      priced.stream().map(method -> sold(method, request.now())).toList());
          Future<Optional<PartReturns.Prepared>> returned = returned(request, order, claim);
          return Future.all(chosen, returned, requireCountry(request, order, claim))
              .map(all ->
                  new Quote(
                      added.stream().map(AdditionalLines.Quoted::line).toList(),
                      chosen.result(),
                      returned.result().orElse(null),
                      added.stream().flatMap(line -> line.decisions().stream()).toList()));
        });
  }

  static OrderShippingMethod sold(ShippingMethodQuotes.Priced method, Instant now) {
    return OrderShippingMethod.sold(
        method.details(), null, method.taxable(), MethodTotals.of(method.taxable()), now);
  }

  /** Refuses line items of other orders; whether unknown ones exist is not asked otherwise. */
  private Future<Void> requireOwnLines(Order order, ClaimRequest claim) {
    List<String> unknown =
        claim.items().stream()
            .map(ClaimRequest.Item::lineId)
            .filter(id -> order.findLine(id).isEmpty())
            .toList();
    if (unknown.isEmpty()) {
      ClaimRules.requireNotCanceled(order, claim.items());
      return Future.succeededFuture();
    }
    return OrderPartStore.findOrdersOfLines(pool, unknown)
        .map(found -> {
          for (String id : unknown) {
            if (!found.containsKey(id)) {
              throw ClaimRules.unknownLine(id);
            }
          }
          throw found.containsValue(true) ? ClaimRules.canceled() : ClaimRules.foreignLine();
        });
  }

  private Future<List<AdditionalLines.Quoted>> additionalLines(
      OrderRequest request, Order order, ClaimRequest claim) {
    if (claim.additionalItems().isEmpty()) {
      return Future.succeededFuture(List.of());
    }
    return lines
        .groups(request.context(), order)
        .compose(groups ->
            lines.quote(
                request.context(),
                order,
                groups,
                claim.additionalItems(),
                null,
                new JsonObject(),
                id ->
                    Problem.invalidData(
                        "Unable to generate the line items, some variant has not been found: "
                            + id)));
  }

  private Future<Optional<PartReturns.Prepared>> returned(
      OrderRequest request, Order order, ClaimRequest claim) {
    return claim
        .requestedReturn()
        .map(requested ->
            returns.prepare(request, order, requested, ClaimRules.canceled()).map(Optional::of))
        .orElseGet(() -> Future.succeededFuture(Optional.empty()));
  }

  /** Requires that the country of an own address is one of the order's region. */
  private Future<Void> requireCountry(OrderRequest request, Order order, ClaimRequest claim) {
    JsonObject address = claim.shippingAddress();
    String country = address == null ? null : address.getString("country_code");
    if (country == null) {
      return Future.succeededFuture();
    }
    return catalog
        .findCountries(request.context(), List.of(country.toLowerCase(Locale.ROOT)))
        .map(found -> {
          if (found.stream()
              .noneMatch(known -> order.regionId().equals(known.getString("region_id")))) {
            throw Problem.invalidData("Shipping country must be in the order region");
          }
          return null;
        });
  }
}
