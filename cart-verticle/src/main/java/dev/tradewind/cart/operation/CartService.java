package dev.tradewind.cart.operation;

import dev.tradewind.api.cart.CartOperation;
import dev.tradewind.cart.command.CartCommandExecutor;
import dev.tradewind.cart.model.Cart;
import dev.tradewind.cart.reference.CartReferenceLoader;
import dev.tradewind.cart.reference.DeletedDiscounts;
import dev.tradewind.cart.store.CartStore;
import dev.tradewind.cart.view.CartResponse;
import dev.tradewind.cart.view.CartResponses;
import dev.tradewind.kernel.changelog.CachedReply;
import dev.tradewind.kernel.changelog.ReplyCache;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Principal;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.resource.Selection;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.util.Objects;

/** Queries of carts, and the bindings of the operations on a cart as a whole. */
public final class CartService {

  private final Pool pool;
  private final CartStore store;
  private final CartReferenceLoader referenceLoader;
  private final DeletedDiscounts deletedDiscounts;
  private final CartResponses responses;
  private final ReplyCache replies;
  private final CartCommandExecutor commands;
  private final CreateCart createCart;
  private final UpdateCart updateCart;

  public CartService(
      Pool pool,
      CartStore store,
      CartReferenceLoader referenceLoader,
      DeletedDiscounts deletedDiscounts,
      CartResponses responses,
      ReplyCache replies,
      CartCommandExecutor commands,
      CreateCart createCart,
      UpdateCart updateCart) {
    this.pool = pool;
    this.store = store;
    this.referenceLoader = referenceLoader;
    this.deletedDiscounts = deletedDiscounts;
    this.responses = responses;
    this.replies = replies;
    this.commands = commands;
    this.createCart = createCart;
    this.updateCart = updateCart;
  }

  public void bind(Operations operations, Operations internal) {
    operations
        .on("storeCreateCart", createCart::create)
        .on("storeGetCart", this::get)
        .on("storeUpdateCart", updateCart::update)
        .on("storeCalculateCartTaxes", this::calculateTaxes);
    internal.on(CartOperation.FIND_PRICE_CONTEXT, this::findPriceContext);
  }

  /** The cached response, if cart and references are what they were, or a new one. */
  private Future<Reply> get(Request request) {
    Selection requested = CartResponses.select(request.query());
    return referenceLoader
        .readChanges(request.path("id"))
        .compose(version -> {
          if (version.isPresent() && CartResponses.isDefault(requested) && !replies.isOff()) {
            return replies.get(
                Future.succeededFuture(referenceLoader.position()),
                key(request, version.getAsLong()),
                () -> read(request, requested));
          }
          return read(request, requested).map(CachedReply::reply);
        });
  }

  /**
   * All that decides about the response, beside data of other verticles: who may see this version
   * of the cart, who takes it over, and as whom.
   */
  private static String key(Request request, long version) {
    Principal principal = request.principal();
    return String.join(
        " ",
        request.path("id"),
        Long.toString(version),
        principal.kind().name(),
        String.valueOf(principal.id()),
        Boolean.toString(request.isCrossSite()));
  }

  private Future<CachedReply> read(Request request, Selection requested) {
    return store
        .load(pool, request.path("id"))
        .compose(cart -> {
          CartCommandExecutor.requireVisible(cart, request.principal());
          if (isTakenOver(cart, request)) {
            return takeOver(request)
                .compose(taken -> show(request, CartResponse.CART, requested, taken))
                .map(reply -> new CachedReply(reply, null));
          }
          return showCached(request.context(), requested, cart);
        });
  }

  private Future<CachedReply> showCached(CallContext context, Selection requested, Cart cart) {
    return deletedDiscounts
        .removedFrom(context, cart)
        .compose(current ->
            referenceLoader
                .cached(context, current)
                .compose(references ->
                    responses.of(
                        context, requested, current, references, references.dependencies(cart))));
  }

  private Future<Reply> show(Request request, CartResponse format, Selection requested, Cart cart) {
    CallContext context = request.context();
    return deletedDiscounts
        .removedFrom(context, cart)
        .compose(current ->
            referenceLoader
                .cached(context, current)
                .compose(
                    references -> responses.of(context, format, requested, current, references)));
  }

  /** Totals with all taxes, whether or not the region shows them by itself. */
  private Future<Reply> calculateTaxes(Request request) {
    Selection requested = CartResponses.select(request.query());
    return referenceLoader
        .readChanges()
        .compose(read -> store.load(pool, request.path("id")))
        .compose(cart -> {
          CartCommandExecutor.requireVisible(cart, request.principal());
          return show(request, CartResponse.TAXED_CART, requested, cart);
        });
  }

  /**
   * An authenticated customer takes over the cart of a guest or of no customer by reading it, but
   * not by a page of another site that the customer visits.
   */
  private static boolean isTakenOver(Cart cart, Request request) {
    Principal principal = request.principal();
    return principal.isCustomer()
        && !request.isCrossSite()
        && !cart.isCompleted()
        && !cart.customerHasAccount()
        && !Objects.equals(principal.id(), cart.customerId());
  }

  private Future<Cart> takeOver(Request request) {
    return commands
        .run(
            request,
            CartResponse.CART,
            (cart, now) -> updateCart.takeOver(request.context(), cart, now))
        .compose(taken -> store.load(pool, request.path("id")));
  }

  private Future<Reply> findPriceContext(Request request) {
    return store
        .load(pool, Objects.requireNonNull(request.input().getString("cart_id")))
        .map(cart -> {
          CartCommandExecutor.requireVisible(cart, request.principal());
          return Reply.ok(
              new JsonObject()
                  .put("region_id", cart.regionId())
                  .put("sales_channel_id", cart.salesChannelId())
                  .put("customer_id", cart.customerId()));
        });
  }
}
