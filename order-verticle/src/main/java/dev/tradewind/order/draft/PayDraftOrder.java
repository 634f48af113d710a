package dev.tradewind.order.draft;

import dev.tradewind.api.cart.CartClient;
import dev.tradewind.kernel.idempotency.IdempotencyKey;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.resource.read.ResourceReader;
import dev.tradewind.order.model.DraftOrderResource;
import dev.tradewind.order.view.OrderQueries;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.util.Objects;

/**
 * Marks a draft order as paid: its cart is completed as any other, with a payment that is captured
 * at once. However many ask, there is one order; it is answered to those with the key that paid.
 */
public final class PayDraftOrder {

  private final ResourceReader reader;
  private final CartClient carts;
  private final OrderQueries readOrders;

  public PayDraftOrder(Pool pool, OperationClient bus, OrderQueries readOrders) {
    this.reader = new ResourceReader(pool);
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
          if (draft.getString("order_id") != null) {
            return answer(request, draft, key);
          }
          return carts
              .payDraftCart(request.context(), draft.getString("cart_id"), key)
              .compose(paid ->
                  paid.isProblem()
                      ? Future.succeededFuture(paid)
                      : find(id).compose(completed -> answer(request, completed, key)));
        });
  }

  private Future<Reply> answer(Request request, JsonObject draft, String key) {
    return key.equals(draft.getString("idempotency_key"))
        ? readOrders.showToStaff(request, draft.getString("order_id"))
        : Future.failedFuture(
            new Problem.Duplicate(
                    "Order with cart_id " + draft.getString("cart_id") + " already exists.")
                .toException());
  }

  private Future<JsonObject> find(String id) {
    return reader
        .find(DraftOrderResource.WHOLE, id)
        .map(found ->
            found.orElseThrow(() ->
                new Problem.NotFound("Draft order with " + id + " was not found").toException()));
  }
}
