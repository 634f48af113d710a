package dev.tradewind.order.view;

import dev.tradewind.api.graph.CartGraph;
import dev.tradewind.api.graph.OrderGraph;
import dev.tradewind.kernel.Timestamps;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.kernel.resource.View;
import dev.tradewind.kernel.resource.read.ResourceReader;
import dev.tradewind.order.model.DraftOrder;
import dev.tradewind.order.model.PaymentView;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * JSON view of draft orders with their carts, which are requested from the cart verticle in one
 * batch.
 */
public final class DraftOrderView {

  /** View of draft orders, with all relations of their carts. */
  public static final View VIEW = View.of(OrderGraph.DRAFT_ORDER, relations());

  private final Pool pool;
  private final OperationClient bus;

  public DraftOrderView(Pool pool, OperationClient bus) {
    this.pool = pool;
    this.bus = bus;
  }

  private static String[] relations() {
    return Stream.concat(
            Stream.of("order"), CartGraph.DEFAULTS.stream().map(relation -> "cart." + relation))
        .toArray(String[]::new);
  }

  /**
   * Draft order as every operation on one returns it.
   *
   * @param cart its cart, if the operation has it already
   */
  public Future<JsonObject> one(CallContext context, DraftOrder draft, @Nullable JsonObject cart) {
    JsonObject own = own(draft);
    return render(context, List.of(cart == null ? own : own.put("cart", cart)), VIEW.defaults())
        .map(List::getFirst);
  }

  public Future<List<JsonObject>> page(
      CallContext context, List<DraftOrder> drafts, Selection selected) {
    return render(context, drafts.stream().map(DraftOrderView::own).toList(), selected);
  }

  private Future<List<JsonObject>> render(
      CallContext context, List<JsonObject> drafts, Selection selected) {
    return new ResourceReader(pool).withRemote(bus, context).documents(selected, drafts);
  }

  /** Own fields. */
  static JsonObject own(DraftOrder draft) {
    return new JsonObject()
        .put("id", draft.id())
        .put("created_at", Timestamps.format(draft.createdAt()))
        .put("updated_at", Timestamps.format(draft.updatedAt()))
        .put("status", draft.status().wireName())
        .put("display_id", draft.displayId())
        .put("cart_id", draft.cartId())
        .put("order_id", draft.orderId())
        .put("canceled_at", PaymentView.time(draft.canceledAt()))
        .put("completed_at", PaymentView.time(draft.completedAt()))
        .put("no_notification_order", draft.noNotificationOrder())
        .put("idempotency_key", draft.idempotencyKey())
        .put("metadata", draft.metadata())
        .putNull("deleted_at");
  }
}
