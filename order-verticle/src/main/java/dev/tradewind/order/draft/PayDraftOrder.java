package dev.tradewind.order.draft;

import dev.tradewind.api.cart.CartClient;
import dev.tradewind.kernel.idempotency.IdempotencyKey;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.order.model.DraftOrder;
import dev.tradewind.order.store.DraftOrderStore;
import dev.tradewind.order.view.OrderQueries;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import java.util.Objects;

/**
 * Payment of a draft order by staff: its cart is completed like any other, with a payment captured
 * immediately. Concurrent requests create one order; requests with the same key get the same
 * response.
 */
public final class PayDraftOrder {

  private final Pool pool;
  private final DraftOrderStore store;
  private final CartClient carts;
  private final OrderQueries readOrders;

  public PayDraftOrder(
      Pool pool, DraftOrderStore store, OperationClient bus, OrderQueries readOrders) {
    this.pool = pool;
    this.store = store;
    this.carts = new CartClient(bus);
    this.readOrders = readOrders;
  }

  public void bind(Operations operations) {
    operations.on("adminPayDraftOrder", this::pay);
  }

  private Future<Reply> pay(Request request) {
    String key = Objects.requireNonNull(request.header(IdempotencyKey.HEADER));
    String id = request.path("id");
    return find(id)
        .compose(draft -> {
          if (!draft.isOpen()) {
            return answer(request, draft, key);
          }
          return carts
              .payDraftCart(request, draft.cartId(), key)
              .compose(paid -> {
                if (paid.isProblem()) {
                  return Future.succeededFuture(paid);
                }
                return find(id).compose(completed -> answer(request, completed, key));
              });
        });
  }

  private Future<Reply> answer(Request request, DraftOrder draft, String key) {
    if (key.equals(draft.idempotencyKey())) {
      return readOrders.showToStaff(request, String.valueOf(draft.orderId()));
    }
    return Future.failedFuture(
        Problem.duplicate("Order with cart_id " + draft.cartId() + " already exists."));
  }

  private Future<DraftOrder> find(String id) {
    return store
        .find(pool, id)
        .map(found ->
            found.orElseThrow(() -> Problem.notFound("Draft order with " + id + " was not found")));
  }
}
