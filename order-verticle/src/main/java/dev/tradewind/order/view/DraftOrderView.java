package dev.tradewind.order.view;

import dev.tradewind.api.graph.CartGraph;
import dev.tradewind.api.graph.OrderGraph;
import dev.tradewind.api.order.OrderColumns;
import dev.tradewind.kernel.json.RecordCodec;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
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

  /** View of draft orders, with all relations of their carts. */
  public static final View VIEW = View.of(OrderGraph.DRAFT_ORDER, relations());

  private static final RecordCodec.Writer<DraftOrder> OWN =
      DraftOrder.CODEC.writer(OrderColumns.DRAFT_ORDER.names());

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
    return OWN.write(draft);
  }
}
