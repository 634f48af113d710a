package dev.tradewind.order.returns;

import dev.tradewind.kernel.Ids;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.order.aftersale.PartOwner;
import dev.tradewind.order.aftersale.Return;
import dev.tradewind.order.aftersale.ReturnStatus;
import dev.tradewind.order.fulfillment.FulfillmentOperation;
import dev.tradewind.order.fulfillment.FulfillmentOperationStore;
import dev.tradewind.order.fulfillment.ShippingMethodTaxes;
import dev.tradewind.order.line.OrderShippingMethod;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.returns.ReturnRules.Units;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Returns that belong to a swap or claim, which is created together with its return. */
public final class PartReturns {

  private static final Ids IDS = Ids.of("ret");

  /**
   * Units that are to come back, checked.
   *
   * @param method shipping method of the return; absent if the customer sends the goods on their
   *     own
   */
  public record Prepared(List<Units> units, Optional<OrderShippingMethod> method) {

    public Prepared {
      units = List.copyOf(units);
    }
  }

  private final ReturnChecks checks;
  private final ReturnShipping shipping;
  private final FulfillmentOperationStore shipments;

  public PartReturns(
      Pool pool,
      OperationClient bus,
      ShippingMethodTaxes taxes,
      FulfillmentOperationStore shipments) {
    this.checks = new ReturnChecks(pool);
    this.shipping = new ReturnShipping(bus, taxes);
    this.shipments = shipments;
  }

  /**
   * The units of a request, each with {@code item_id}, {@code quantity}, and maybe {@code
   * reason_id} and {@code note}.
   */
  public static List<Units> units(JsonArray given) {
    List<Units> units = RequestReturn.units(given);
    Set<String> seen = new HashSet<>();
    for (Units each : units) {
      if (!seen.add(each.lineId())) {
        throw new Problem.InvalidData("Line item with " + each.lineId() + " is given twice")
            .toException();
      }
    }
    return units;
  }

  /**
   * Checks the units and prices their shipping.
   *
   * @param optionId return option; absent if the customer sends the goods on their own
   * @param price instead of the option's
   * @param canceled refusal of a line item whose order is canceled
   */
  public Future<Prepared> prepare(
      CallContext context,
      Order order,
      List<Units> units,
      @Nullable String optionId,
      @Nullable Long price,
      RuntimeException canceled,
      Instant now) {
    return checks
        .requireOwnLines(order, units, canceled)
        .compose(own -> {
          new ReturnRules(order).requireUnsettled(units);
          return checks.requireReasons(units);
        })
        .compose(known ->
            optionId == null
                ? Future.succeededFuture(Optional.<OrderShippingMethod>empty())
                : shipping.of(context, order, optionId, price, now).map(Optional::of))
        .map(method -> new Prepared(units, method));
  }

  /** Goods and tax of the units less the shipping of the return, which may cost more. */
  public static long credit(Order order, Prepared prepared) {
    return new ReturnRules(order).credit(prepared.units(), prepared.method().orElse(null));
  }

  /**
   * Inserts the return of a new swap or claim under the lock of the order.
   *
   * @return operations that are due at the provider of its shipment
   */
  public Future<List<FulfillmentOperation>> insert(
      SqlClient db,
      Order order,
      PartOwner owner,
      Prepared prepared,
      long refundAmount,
      @Nullable String locationId,
      @Nullable Boolean noNotification,
      Instant now) {
    ReturnRules rules = new ReturnRules(order);
    rules.requireUnsettled(prepared.units());
    Return requested =
        new Return(
            IDS.next(),
            now,
            now,
            order.id(),
            owner,
            ReturnStatus.REQUESTED,
            prepared.units().stream().map(rules::requested).toList(),
            refundAmount,
            prepared.method().orElse(null),
            null,
            locationId,
            null,
            noNotification,
            null,
            null);
    List<FulfillmentOperation> arrangements = FulfillmentOperation.arrangementsOf(requested);
    return ReturnStore.insert(db, requested, null)
        .compose(inserted -> shipments.insert(db, arrangements, now))
        .map(arrangements);
  }
}
