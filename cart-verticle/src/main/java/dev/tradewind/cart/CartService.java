package dev.tradewind.cart;

import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Principal;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.resource.DocumentView;
import dev.tradewind.model.cart.CartOperation;
import dev.tradewind.model.order.OrderClient;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.util.List;
import java.util.Objects;

/** Reads carts and binds what makes and changes them as a whole. */
final class CartService {

  private final Pool pool;
  private final CartStore store;
  private final CartContexts contexts;
  private final OrderClient orders;
  private final CartCommands commands;
  private final CreateCart createCart;
  private final UpdateCart updateCart;

  CartService(
      Pool pool,
      CartStore store,
      CartContexts contexts,
      OrderClient orders,
      CartCommands commands,
      CreateCart createCart,
      UpdateCart updateCart) {
    this.pool = pool;
    this.store = store;
    this.contexts = contexts;
    this.orders = orders;
    this.commands = commands;
    this.createCart = createCart;
    this.updateCart = updateCart;
  }

  void bind(Operations operations, Operations internal) {
    operations
        .on("storeCreateCart", createCart::create)
        .on("storeGetCart", this::get)
        .on("storeUpdateCart", updateCart::update)
        .on("storeCalculateCartTaxes", this::calculateTaxes);
    internal.on(CartOperation.FIND_PRICE_CONTEXT, this::findPriceContext);
  }

  private Future<Reply> get(Request request) {
    DocumentView.Selected wanted = CartParts.STOREFRONT.select(request.query());
    return store
        .load(pool, request.path("id"))
        .compose(cart -> {
          CartCommands.requireVisible(cart, request.principal());
          return isTakenOver(cart, request.principal())
              ? takeOver(request)
              : Future.succeededFuture(cart);
        })
        .compose(cart ->
            contexts
                .cached(request.context(), cart, wanted.shows("customer"))
                .map(surroundings -> {
                  JsonObject whole =
                      wanted.shows("customer")
                          ? CartView.renderWithCustomer(cart, surroundings, false)
                          : CartView.render(cart, surroundings, false);
                  return wanted.apply(whole);
                })
                .compose(
                    shown -> withPayment(request.context(), cart, wanted.shows("payment"), shown)))
        .map(shown -> Reply.ok("cart", shown));
  }

  /** What a cart was paid with belongs to its order, and may have been captured since. */
  private Future<JsonObject> withPayment(
      CallContext context, Cart cart, boolean isWanted, JsonObject shown) {
    String paymentId = cart.paymentId();
    if (!isWanted || paymentId == null) {
      return Future.succeededFuture(shown);
    }
    return orders
        .findPayments(context, List.of(paymentId))
        .map(found -> shown.put("payment", found.stream().findFirst().orElse(null)));
  }

  /** What the cart costs with all taxes, whether or not its region shows them by itself. */
  private Future<Reply> calculateTaxes(Request request) {
    return store
        .load(pool, request.path("id"))
        .compose(cart -> {
          CartCommands.requireVisible(cart, request.principal());
          return contexts
              .cached(request.context(), cart, false)
              .map(surroundings -> CartAnswer.taxed(cart, surroundings));
        });
  }

  /** A customer who is logged in makes a guest's or nobody's cart their own by looking at it. */
  private static boolean isTakenOver(Cart cart, Principal principal) {
    return principal.isCustomer()
        && !cart.isCompleted()
        && !cart.customerHasAccount()
        && !Objects.equals(principal.id(), cart.customerId());
  }

  private Future<Cart> takeOver(Request request) {
    return commands
        .run(
            request,
            CartAnswer.CART,
            (cart, now) -> updateCart.takeOver(request.context(), cart, now))
        .compose(taken -> store.load(pool, request.path("id")));
  }

  private Future<Reply> findPriceContext(Request request) {
    return store
        .load(pool, Objects.requireNonNull(request.input().getString("cart_id")))
        .map(cart -> {
          CartCommands.requireVisible(cart, request.principal());
          return Reply.ok(
              new JsonObject()
                  .put("region_id", cart.regionId())
                  .put("sales_channel_id", cart.salesChannelId())
                  .put("customer_id", cart.customerId()));
        });
  }
}
