package dev.tradewind.order.view;

import dev.tradewind.api.graph.CartGraph;
import dev.tradewind.api.graph.OrderGraph;
import dev.tradewind.api.order.OrderColumns;
import dev.tradewind.kernel.json.RecordCodec;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.kernel.resource.View;
import dev.tradewind.kernel.resource.read.ResourceReader;
import dev.tradewind.order.model.DraftOrder;
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

  private static final View WITH_ORDER = view("order");
  private static final View WITHOUT_ORDER = view();

  private static final RecordCodec.Writer<DraftOrder> OWN =
      DraftOrder.CODEC.writer(OrderColumns.DRAFT_ORDER.names());

  private final Pool pool;
  private final OperationClient bus;

  public DraftOrderView(Pool pool, OperationClient bus) {
    this.pool = pool;
    this.bus = bus;
  }

  private static View view(String... relations) {
    return View.of(
        OrderGraph.DRAFT_ORDER,
        Stream.concat(
                Stream.of(relations),
                CartGraph.DEFAULTS.stream().map(relation -> "cart." + relation))
            .toArray(String[]::new));
  }

  /**
   * View of draft orders for the caller of a request, with all relations of their carts. The order
   * that a draft became is shown without being named only to callers who may read orders.
   */
  public static View of(Request request) {
    return request.isPermitted("orders:read") ? WITH_ORDER : WITHOUT_ORDER;
  }

  /**
   * Draft order as every operation on one returns it.
   *
   * @param cart its cart, if the operation has it already
   */
  public Future<JsonObject> one(Request request, DraftOrder draft, @Nullable JsonObject cart) {
    JsonObject own = own(draft);
    return render(
            request.context(),
            List.of(cart == null ? own : own.put("cart", cart)),
            of(request).defaults())
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
    return OWN.write(draft);
  }
}
