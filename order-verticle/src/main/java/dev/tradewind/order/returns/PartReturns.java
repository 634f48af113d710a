package dev.tradewind.order.returns;

import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.order.aftersale.PartOwner;
import dev.tradewind.order.aftersale.Return;
import dev.tradewind.order.aftersale.ReturnBuilder;
import dev.tradewind.order.aftersale.ReturnStatus;
import dev.tradewind.order.change.Change;
import dev.tradewind.order.change.OrderRequest;
import dev.tradewind.order.fulfillment.ShippingMethodTaxes;
import dev.tradewind.order.line.OrderShippingMethod;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.returns.ReturnRules.Units;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Returns that belong to a swap or claim, which is created together with its return. */
public final class PartReturns {

  private static final Ids IDS = Ids.of("ret");

  /**
   * Units that are to come back.
   *
   * @param optionId return option; absent if the customer sends the goods on their own
   * @param price of the return shipping; absent: the option's
   */
  public record Requested(
      List<Units> units,
      @Nullable String optionId,
      @Nullable Long price,
      @Nullable String locationId) {

    public Requested {
      units = List.copyOf(units);
    }
  }

  /**
   * Units that are to come back, checked.
   *
   * @param method shipping method of the return; absent if the customer sends the goods on their
   *     own
   */
  public record Prepared(Requested requested, Optional<OrderShippingMethod> method) {

    public List<Units> units() {
      return requested.units();
    }
  }

  private final ReturnChecks checks;
  private final ReturnShipping shipping;

  public PartReturns(Pool pool, OperationClient bus, ShippingMethodTaxes taxes) {
    this.checks = new ReturnChecks(pool);
    this.shipping = new ReturnShipping(bus, taxes);
  }

  /** Choice of the return shipping in a request; empty without one. */
  public static JsonObject shipping(JsonObject body) {
    JsonObject chosen = body.getJsonObject("return_shipping");
    return chosen == null ? new JsonObject() : chosen;
  }

  /**
   * Units of a request, each with {@code item_id}, {@code quantity}, and maybe {@code reason_id}
   * and {@code note}.
   */
  public static List<Units> units(JsonArray items) {
    List<Units> units = ReturnRequest.units(items);
    Set<String> seen = new HashSet<>();
    for (Units each : units) {
      if (!seen.add(each.lineId())) {
        throw Problem.invalidData("Line item with " + each.lineId() + " is given twice");
      }
    }
    return units;
  }

  /**
   * Checks the units and prices their shipping.
   *
   * @param canceled refusal of a line item whose order is canceled
   */
  public Future<Prepared> prepare(
      OrderRequest request, Order order, Requested requested, RuntimeException canceled) {
    List<Units> units = requested.units();
    String optionId = requested.optionId();
    return checks
        .requireOwnLines(order, units, canceled)
        .compose(own -> {
          new ReturnRules(order).requireUnsettled(units);
          return checks.requireReasons(units);
        })
        .compose(known -> {
          if (optionId == null) {
            return Future.succeededFuture(Optional.<OrderShippingMethod>empty());
          }
          return shipping
              .of(request.context(), order, optionId, requested.price(), request.now())
              .map(Optional::of);
        })
        .map(method -> new Prepared(requested, method));
  }

  /** Credit: goods and tax of the units less the shipping of the return, perhaps below zero. */
  public static long credit(Order order, Prepared prepared) {
    return new ReturnRules(order).credit(prepared.units(), prepared.method().orElse(null));
  }

  /**
   * Return of a new swap or claim of the locked order. A claim settles its money itself: its return
   * refunds nothing unless its receipt says so.
   */
  public static Return decide(
      OrderRequest request,
      Order order,
      PartOwner owner,
      Prepared prepared,
      @Nullable Boolean noNotification) {
    ReturnRules rules = new ReturnRules(order);
    rules.requireUnsettled(prepared.units());
    return ReturnBuilder.builder()
        .id(IDS.next())
        .createdAt(request.now())
        .updatedAt(request.now())
        .orderId(order.id())
        .owner(owner)
        .status(ReturnStatus.REQUESTED)
        .items(prepared.units().stream().map(rules::requested).toList())
        .refundAmount(owner.claimIdOrNull() == null ? credit(order, prepared) : 0)
        .shippingMethod(prepared.method().orElse(null))
        .locationId(prepared.requested().locationId())
        .noNotification(noNotification)
        .build();
  }

  /** Write of the return of a swap or claim. */
  public static Change.Write record(Return requested) {
    return tx -> ReturnStore.insert(tx.db(), requested, null);
  }
}
