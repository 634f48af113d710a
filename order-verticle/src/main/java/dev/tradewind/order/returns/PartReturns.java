package dev.tradewind.order.returns;

import dev.tradewind.kernel.Ids;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.order.aftersale.PartOwner;
import dev.tradewind.order.aftersale.Return;
import dev.tradewind.order.aftersale.ReturnStatus;
import dev.tradewind.order.fulfillment.FulfillmentOperation;
import dev.tradewind.order.fulfillment.FulfillmentOperationStore;
import dev.tradewind.order.fulfillment.ShippingMethodTaxes;
import dev.tradewind.order.line.OrderShippingMethod;
import dev.tradewind.order.model.Order;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Returns that are requested together with a swap or claim, in its transaction. They are received
 * and canceled like all others.
 */
public final class PartReturns {

  private static final Ids IDS = Ids.of("ret");

  /** Units of one line item that are to be returned. */
  public record Item(
      String lineId, long quantity, @Nullable String reasonId, @Nullable String note) {

    private ReturnRules.Units units() {
      return new ReturnRules.Units(lineId, quantity, reasonId, note);
    }
  }

  private final ReturnShipping shipping;
  private final FulfillmentOperationStore operations;

  public PartReturns(
      OperationClient bus, ShippingMethodTaxes taxes, FulfillmentOperationStore operations) {
    this.shipping = new ReturnShipping(bus, taxes);
    this.operations = operations;
  }

  /**
   * Shipping method of a return.
   *
   * @param chosen {@code option_id} and {@code price}; without an option the customer sends the
   *     goods on their own
   */
  public Future<Optional<OrderShippingMethod>> method(
      CallContext context, Order order, JsonObject chosen, Instant now) {
    String optionId = chosen.getString("option_id");
    return optionId == null
        ? Future.succeededFuture(Optional.empty())
        : shipping.of(context, order, optionId, chosen.getLong("price"), now).map(Optional::of);
  }

  /**
   * Return of the units, which have to be returnable.
   *
   * @param refund that the swap or claim pays, not above what is refundable
   */
  public Return request(
      Order order,
      PartOwner owner,
      List<Item> items,
      @Nullable Long refund,
      long refundAmount,
      @Nullable OrderShippingMethod method,
      @Nullable String locationId,
      @Nullable Boolean noNotification,
      Instant now) {
    String id = IDS.next();
    ReturnRules rules = new ReturnRules(order);
    List<ReturnRules.Units> units = items.stream().map(Item::units).toList();
    ReturnRules.requireDistinct(id, units);
    rules.requireReturnable(units, refund);
    return new Return(
        id,
        now,
        now,
        order.id(),
        owner,
        ReturnStatus.REQUESTED,
        units.stream().map(each -> RequestReturn.item(rules, each)).toList(),
        refundAmount,
        method,
        null,
        locationId,
        null,
        noNotification,
        null,
        null);
  }

  /** Inserts the return; the operations arrange its shipment, once the transaction is committed. */
  public Future<List<FulfillmentOperation>> insert(SqlClient db, Return requested, Instant now) {
    List<FulfillmentOperation> arrangements = RequestReturn.arrangements(requested);
    return ReturnStore.insert(db, requested, null)
        .compose(inserted -> operations.insert(db, arrangements, now))
        .map(arrangements);
  }
}
