package dev.tradewind.api.cart;

import dev.tradewind.kernel.idempotency.IdempotencyKey;
import dev.tradewind.kernel.json.JsonArrays;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/**
 * Client of the cart verticle.
 *
 * <p>The carts of draft orders have commands of their own, which accept input of staff that
 * shoppers may not send: prices, lines without variant, any customer. Each returns the cart with
 * its customer and totals; a completed cart rejects them with the reason {@code
 * cart_incompatible_state}.
 */
public final class CartClient {

  public static final String ADDRESS = "cart";
  private static final String OF_SESSION = "session:";

  private static final String EXPLAIN_TOTALS = "storeExplainCartTotals";

  private final OperationClient bus;

  public CartClient(OperationClient bus) {
    this.bus = bus;
  }

  /**
   * The cart's fields that decide prices: {@code region_id}, {@code sales_channel_id} and {@code
   * customer_id}. An unknown cart is {@code NotFound}.
   */
  public Future<JsonObject> findPriceContext(CallContext context, String cartId) {
    return bus.call(
        CartOperation.FIND_PRICE_CONTEXT, context, new JsonObject().put("cart_id", cartId));
  }

  /** The customers among these that have a cart, completed or not. */
  public Future<Set<String>> findCustomersWithCarts(CallContext context, List<String> ids) {
    return bus.call(
            CartOperation.FIND_CUSTOMERS_WITH_CARTS,
            context,
            new JsonObject().put("ids", JsonArrays.of(ids)))
        .map(answer -> Set.copyOf(JsonArrays.strings(answer.getJsonArray("ids"))));
  }

  /**
   * The carts of draft orders that changed since then, in order of change: {@code cart_id}, {@code
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
   * Creates a cart of type {@code draft_order}.
   *
   * @param request creates a draft order
   */
  public Future<JsonObject> createDraftCart(Request request) {
    return cart(request, CartOperation.CREATE_DRAFT_CART, new JsonObject(), request.body());
  }

  /**
   * Updates the cart.
   *
   * @param body of a cart update; any customer is accepted
   */
  public Future<JsonObject> changeDraftCart(Request request, String cartId, JsonObject body) {
    return cart(request, CartOperation.CHANGE_DRAFT_CART, new JsonObject().put("id", cartId), body);
  }

  /**
   * Adds a line, of a variant or a custom one.
   *
   * @param request its body has {@code quantity}, and optionally {@code variant_id}, {@code
   *     unit_price}, {@code title}, {@code metadata}
   */
  public Future<JsonObject> addDraftLine(Request request, String cartId) {
    JsonObject path = new JsonObject().put("id", cartId);
    return cart(request, CartOperation.ADD_DRAFT_LINE, path, request.body());
  }

  /**
   * Changes a line; quantity zero removes it.
   *
   * @param request its body has any of {@code quantity}, {@code unit_price}, {@code title}, {@code
   *     metadata}
   */
  public Future<JsonObject> changeDraftLine(Request request, String cartId, String lineId) {
    JsonObject path = new JsonObject().put("id", cartId).put("line_id", lineId);
    return cart(request, CartOperation.CHANGE_DRAFT_LINE, path, request.body());
  }

  public Future<JsonObject> removeDraftLine(Request request, String cartId, String lineId) {
    JsonObject path = new JsonObject().put("id", cartId).put("line_id", lineId);
    return cart(request, CartOperation.REMOVE_DRAFT_LINE, path, new JsonObject());
  }

  /**
   * Completes the cart of a draft order as paid: its order is placed with the payment captured. A
   * completed cart returns its order, too.
   *
   * @param key of the request that marked the draft as paid
   */
  public Future<Reply> payDraftCart(Request request, String cartId, String key) {
    return bus.send(
        CartOperation.PAY_DRAFT_CART,
        request.context(),
        Request.input(
            new JsonObject().put("id", cartId),
            new JsonObject(),
            null,
            permitted(request).put(IdempotencyKey.HEADER, key)));
  }

  /** Prepares the cart of a swap, which the caller creates by {@code cart.create_swap_cart}. */
  public Future<PreparedSwapCart> prepareSwapCart(CallContext context, SwapCartRequest request) {
    return bus.call(CartOperation.PREPARE_SWAP_CART, context, request.toJson())
        .map(PreparedSwapCart::parse);
  }

  /**
   * Records that a payment may have changed at its provider, once; what follows is up to the cart
   * verticle.
   *
   * @param id of the notice at the provider
   * @param reference of the payment at the provider
   */
  public Future<Void> recordPaymentNotice(
      CallContext context, String id, String providerId, String reference) {
    return bus.call(
            CartOperation.RECORD_PAYMENT_NOTICE,
            context,
            new JsonObject()
                .put("id", id)
                .put("provider_id", providerId)
                .put("reference", reference))
        .mapEmpty();
  }

  /** Id of a notice that a plugin has reported, or that was found in its feed. */
  public static String pluginNotice(String plugin, String id) {
    return plugin + ":" + id;
  }

  /** Id of the notice that the shop itself has of a session. */
  public static String sessionNotice(String providerId, String reference) {
    return OF_SESSION + providerId + ":" + reference;
  }

  public static boolean isOfSession(String noticeId) {
    return noticeId.startsWith(OF_SESSION);
  }

  /**
   * Has the cart verticle look at a session that its shopper pays at the provider, from some
   * minutes on, also without a notice of the provider.
   *
   * @param reference of the session at the provider
   */
  public Future<Void> expectPayment(CallContext context, String providerId, String reference) {
    return recordPaymentNotice(
        context, sessionNotice(providerId, reference), providerId, reference);
  }

  /** Explains the cart's totals step by step, for the storefront. */
  public Future<Reply> explainTotals(CallContext context, String cartId) {
    return bus.send(
        ADDRESS,
        EXPLAIN_TOTALS,
        context,
        Request.input(
            new JsonObject().put("id", cartId), new JsonObject(), null, new JsonObject()));
  }

  private Future<JsonObject> cart(
      Request request, CartOperation operation, JsonObject path, JsonObject body) {
    JsonObject input =
        new JsonObject().put("path", path).put("body", body).put("headers", permitted(request));
    return bus.call(operation, request.context(), input)
        .map(answer -> answer.getJsonObject("cart"));
  }

  /** Permissions of the caller, as far as the values of a request need them. */
  private static JsonObject permitted(Request request) {
    return new JsonObject().put(Request.PERMITTED, request.header(Request.PERMITTED));
  }

  private static List<JsonObject> carts(JsonObject answer) {
    return JsonArrays.objects(answer.getJsonArray("carts"));
  }
}
