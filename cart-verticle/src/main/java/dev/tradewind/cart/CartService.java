package dev.tradewind.cart;

import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Principal;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.resource.DocumentView;
import dev.tradewind.model.cart.CartClient;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.util.Objects;

/** Reads carts and binds what makes and changes them as a whole. */
final class CartService {

  private final Pool pool;
  private final CartStore store;
  private final CartContexts contexts;
  private final CartCommands commands;
  private final CreateCart createCart;
  private final UpdateCart updateCart;

  CartService(
      Pool pool,
      CartStore store,
      CartContexts contexts,
      CartCommands commands,
      CreateCart createCart,
      UpdateCart updateCart) {
    this.pool = pool;
    this.store = store;
    this.contexts = contexts;
    this.commands = commands;
    this.createCart = createCart;
    this.updateCart = updateCart;
  }

  void bind(Operations operations, Operations internal) {
    operations
        .on("storeCreateCart", createCart::create)
        .on("storeGetCart", this::get)
        .on("storeUpdateCart", updateCart::update);
    internal.on(CartClient.FIND_PRICE_CONTEXT, this::findPriceContext);
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
                  return Reply.ok("cart", wanted.apply(whole));
                }));
  }

  /** A customer who is logged in makes a guest's or nobody's cart their own by looking at it. */
  private static boolean isTakenOver(Cart cart, Principal principal) {
    return principal.isCustomer()
        && !cart.isCompleted()
        && !Objects.equals(principal.id(), cart.customerId());
  }

  private Future<Cart> takeOver(Request request) {
    return commands
        .run(
            request,
            CartCommands.Answer.CART,
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
