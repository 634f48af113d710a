package dev.tradewind.cart.view;

import dev.tradewind.api.graph.CartGraph;
import dev.tradewind.cart.model.Cart;
import dev.tradewind.cart.reference.CartReferences;
import dev.tradewind.kernel.changelog.CachedReply;
import dev.tradewind.kernel.changelog.Dependencies;
import dev.tradewind.kernel.json.JsonArrays;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.kernel.resource.View;
import dev.tradewind.kernel.resource.read.ResourceReader;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Responses of the operations on carts: the rendered cart, reduced to the selected fields and
 * extended by the selected relations.
 */
public final class CartResponses {

  /**
   * Shoppers may follow the relations of their own record; of others, a cart shows none. The order
   * of a gift card is embedded and has its id alone.
   */
  private static final View STOREFRONT =
      View.of(CartGraph.CART, CartGraph.DEFAULTS.toArray(String[]::new))
          .forStorefront(
              "customer.billing_address",
              "customer.groups",
              "customer.orders",
              "customer.shipping_addresses",
              "billing_address.customer",
              "gift_cards.order",
              "shipping_address.customer");

  private final SqlClient db;
  private final OperationClient bus;

  public CartResponses(SqlClient db, OperationClient bus) {
    this.db = db;
    this.bus = bus;
  }

  /**
   * The selection of a query with {@code expand} and {@code fields}.
   *
   * @throws dev.tradewind.kernel.operation.Problem 400 that lists unknown names
   */
  public static Selection select(JsonObject query) {
    return STOREFRONT.select(query);
  }

  public Future<Reply> of(
      CallContext context,
      CartResponse format,
      Selection selection,
      Cart cart,
      CartReferences references) {
    return cart(context, format != CartResponse.CART, selection, cart, references)
        .map(document ->
            format == CartResponse.TAXED_CART_TWICE
                ? Reply.ok(new JsonObject().put("cart", document).put("data", document))
                : Reply.ok("cart", document));
  }

  /** Whether the selection belongs to a query without {@code expand} and {@code fields}. */
  public static boolean isDefault(Selection selection) {
    return selection == STOREFRONT.defaults();
  }

  /**
   * Response with the cart alone.
   *
   * @param document all that the references depend on; absent if they are not to be cached
   */
  public Future<CachedReply> of(
      CallContext context,
      Selection selection,
      Cart cart,
      CartReferences references,
      @Nullable Dependencies document) {
    JsonObject rendered = CartView.render(cart, references, context.principal(), false);
    boolean isComplete = isComplete(selection, rendered);
    return (isComplete ? Future.succeededFuture(rendered) : expanded(context, selection, rendered))
        .map(whole -> new CachedReply(Reply.ok("cart", whole), isComplete ? document : null));
  }

  /** Selected fields and relations of the cart. */
  public Future<JsonObject> cart(
      CallContext context,
      boolean forceTaxes,
      Selection selection,
      Cart cart,
      CartReferences references) {
    JsonObject rendered = CartView.render(cart, references, context.principal(), forceTaxes);
    if (isComplete(selection, rendered)) {
      return Future.succeededFuture(rendered);
    }
    return expanded(context, selection, rendered);
  }

  /** Whether nothing has to be read for the selection. */
  private static boolean isComplete(Selection selection, JsonObject rendered) {
    return isDefault(selection)
        && rendered.containsKey("payment")
        && JsonArrays.objects(rendered.getJsonArray("gift_cards")).stream()
            .allMatch(card -> card.containsKey("region") && card.containsKey("order"));
  }

  private Future<JsonObject> expanded(
      CallContext context, Selection selection, JsonObject rendered) {
    return new ResourceReader(db)
        .withRemote(bus, context)
        .documents(selection, List.of(CartView.expandable(rendered)))
        .map(List::getFirst);
  }

  /** Carts with their default relations. */
  public Future<List<JsonObject>> carts(CallContext context, List<JsonObject> rendered) {
    return new ResourceReader(db)
        .withRemote(bus, context)
        .documents(STOREFRONT.defaults(), rendered.stream().map(CartView::expandable).toList());
  }
}
