package dev.tradewind.api.cart;

import dev.tradewind.kernel.JsonArrays;
import dev.tradewind.kernel.idempotency.IdempotencyKey;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.Collection;
import java.util.List;

/**
 * Asks the cart verticle.
 *
 * <p>The carts of draft orders are changed by commands of their own, which take what staff may give
 * and shoppers may not: prices, lines of no variant, any customer. Each answers the cart with its
 * customer and totals; a completed cart refuses with the reason {@code cart_incompatible_state}.
 */
public final class CartClient {

  public static final String ADDRESS = "cart";

  private static final String EXPLAIN_TOTALS = "storeExplainCartTotals";

  private final OperationClient bus;

  public CartClient(OperationClient bus) {
    this.bus = bus;
  }

  /**
   * What decides prices in a cart: {@code region_id}, {@code sales_channel_id} and {@code
   * customer_id}. An unknown cart is {@code NotFound}.
   */
  public Future<JsonObject> findPriceContext(CallContext context, String cartId) {
    return bus.call(
        CartOperation.FIND_PRICE_CONTEXT, context, new JsonObject().put("cart_id", cartId));
  }

  /** Carts with all their relations and totals; unknown ids are left out. */
  public Future<List<JsonObject>> findCarts(CallContext context, Collection<String> ids) {
    return bus.call(
            CartOperation.FIND_CARTS, context, new JsonObject().put("ids", JsonArrays.of(ids)))
        .map(CartClient::carts);
  }

  /**
   * The carts of draft orders that changed since, the first of them first: {@code cart_id}, {@code
   * email} and {@code updated_at}.
   */
  public Future<List<JsonObject>> findChangedDraftCarts(
      CallContext context, Instant since, int atMost) {
    return bus.call(
            CartOperation.FIND_CHANGED_DRAFT_CARTS,
            context,
            new JsonObject().put("since", since.toString()).put("limit", atMost))
        .map(CartClient::carts);
  }

  /**
   * A cart of type {@code draft_order}.
   *
   * @param body of the creation of a draft order
   */
  public Future<JsonObject> createDraftCart(CallContext context, JsonObject body) {
    return cart(context, CartOperation.CREATE_DRAFT_CART, new JsonObject(), body);
  }

  /**
   * Changes the cart as a whole.
   *
   * @param body what a cart update takes; the customer may be anybody
   */
  public Future<JsonObject> changeDraftCart(CallContext context, String cartId, JsonObject body) {
    return cart(context, CartOperation.CHANGE_DRAFT_CART, new JsonObject().put("id", cartId), body);
  }

  /**
   * Adds a line, of a variant or of nothing that is sold otherwise.
   *
   * @param body {@code quantity}, and {@code variant_id}, {@code unit_price}, {@code title}, {@code
   *     metadata} where given
   */
  public Future<JsonObject> addDraftLine(CallContext context, String cartId, JsonObject body) {
    return cart(context, CartOperation.ADD_DRAFT_LINE, new JsonObject().put("id", cartId), body);
  }

  /**
   * Changes a line; without any quantity it is removed.
   *
   * @param body {@code quantity}, {@code unit_price}, {@code title}, {@code metadata} where given
   */
  public Future<JsonObject> changeDraftLine(
      CallContext context, String cartId, String lineId, JsonObject body) {
    JsonObject path = new JsonObject().put("id", cartId).put("line_id", lineId);
    return cart(context, CartOperation.CHANGE_DRAFT_LINE, path, body);
  }

  public Future<JsonObject> removeDraftLine(CallContext context, String cartId, String lineId) {
    JsonObject path = new JsonObject().put("id", cartId).put("line_id", lineId);
    return cart(context, CartOperation.REMOVE_DRAFT_LINE, path, new JsonObject());
  }

  /**
   * Completes the cart of a draft order as paid: its order is placed with the payment captured. A
   * completed cart answers its order, too.
   *
   * @param key under which the draft was marked as paid
   */
  public Future<Reply> payDraftCart(CallContext context, String cartId, String key) {
    return bus.send(
        CartOperation.PAY_DRAFT_CART,
        context,
        Request.input(
            new JsonObject().put("id", cartId),
            new JsonObject(),
            null,
            new JsonObject().put(IdempotencyKey.HEADER, key)));
  }

  /** How the cart came to its amounts, as the storefront is told. */
  public Future<Reply> explainTotals(CallContext context, String cartId) {
    return bus.send(
        ADDRESS,
        EXPLAIN_TOTALS,
        context,
        Request.input(
            new JsonObject().put("id", cartId), new JsonObject(), null, new JsonObject()));
  }

  private Future<JsonObject> cart(
      CallContext context, CartOperation operation, JsonObject path, JsonObject body) {
    return bus.call(operation, context, new JsonObject().put("path", path).put("body", body))
        .map(answer -> answer.getJsonObject("cart"));
  }

  private static List<JsonObject> carts(JsonObject answer) {
    return JsonArrays.objects(answer.getJsonArray("carts"));
  }
}
