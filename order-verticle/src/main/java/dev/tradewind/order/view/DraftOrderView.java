package dev.tradewind.order.view;

import dev.tradewind.api.cart.CartClient;
import dev.tradewind.api.catalog.CatalogClient;
import dev.tradewind.kernel.Timestamps;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.resource.read.DocumentView;
import dev.tradewind.order.model.DraftOrder;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.PaymentView;
import dev.tradewind.order.store.OrderStore;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * JSON view of draft orders with their carts, which are requested from the cart verticle in one
 * batch.
 */
public final class DraftOrderView {

  private static final Set<String> FIELDS =
      Set.of(
          "id",
          "created_at",
          "updated_at",
          "deleted_at",
          "status",
          "display_id",
          "cart_id",
          "order_id",
          "canceled_at",
          "completed_at",
          "no_notification_order",
          "idempotency_key",
          "metadata");

  private static final Set<String> RELATIONS =
      Set.of(
          "order",
          "cart.region.payment_providers",
          "cart.region.tax_rates",
          "cart.items.adjustments",
          "cart.items.tax_lines",
          "cart.items.variant.product.profiles",
          "cart.payment",
          "cart.payment_sessions",
          "cart.shipping_address.country",
          "cart.billing_address.country",
          "cart.shipping_methods.shipping_option",
          "cart.shipping_methods.tax_lines",
          "cart.discounts.rule",
          "cart.gift_cards",
          "cart.customer");

  private static final Set<String> MORE =
      Set.of("cart.sales_channel", "cart.region.countries", "cart.region.currency");

  /** View of one draft order, with all relations of its cart. */
  static final DocumentView ONE = complete(DocumentView.showing(FIELDS, RELATIONS));

  /** View of a list, with line items only. */
  public static final DocumentView LIST =
      complete(
          DocumentView.showing(FIELDS, Set.of("order", "cart.items.adjustments"))
              .allowing(Set.of(), RELATIONS));

  /** Totals that need tax rates; omitted in lists. */
  private static final List<String> TOTALS =
      List.of(
          "subtotal",
          "discount_total",
          "raw_discount_total",
          "shipping_total",
          "item_tax_total",
          "shipping_tax_total",
          "tax_total",
          "gift_card_total",
          "gift_card_tax_total",
          "refunded_total",
          "refundable_amount",
          "total",
          "original_total",
          "original_tax_total");

  private final Pool pool;
  private final OrderStore orders;
  private final CartClient carts;
  private final CatalogClient catalog;

  public DraftOrderView(Pool pool, OrderStore orders, OperationClient bus) {
    this.pool = pool;
    this.orders = orders;
    this.carts = new CartClient(bus);
    this.catalog = new CatalogClient(bus);
  }

  private static DocumentView complete(DocumentView view) {
    String product = "cart.items.variant.product";
    return view.allowing(Set.of(), MORE)
        .withCompanion("cart.payment_session", "cart.payment_sessions")
        .withCompanion(product + ".profile", product + ".profiles")
        .withCompanion(product + ".profile_id", product + ".profiles");
  }

  /** Draft order as every operation on one returns it. */
  public Future<JsonObject> one(CallContext context, DraftOrder draft, @Nullable JsonObject cart) {
    DocumentView.Selected selected = ONE.select(new JsonObject());
    Future<List<JsonObject>> shown =
        cart == null
            ? render(context, List.of(draft), selected)
            : render(context, List.of(draft), Map.of(draft.cartId(), cart), selected);
    return shown.map(List::getFirst);
  }

  public Future<List<JsonObject>> page(
      CallContext context, List<DraftOrder> drafts, DocumentView.Selected selected) {
    return render(context, drafts, selected)
        .onSuccess(rendered -> rendered.forEach(DraftOrderView::withoutTotals));
  }

  private Future<List<JsonObject>> render(
      CallContext context, List<DraftOrder> drafts, DocumentView.Selected selected) {
    if (drafts.isEmpty() || !selected.shows("cart")) {
      return render(context, drafts, Map.of(), selected);
    }
    return carts
        .findCarts(context, drafts.stream().map(DraftOrder::cartId).toList())
        .compose(found -> render(context, drafts, byId(found), selected));
  }

  private Future<List<JsonObject>> render(
      CallContext context,
      List<DraftOrder> drafts,
      Map<String, JsonObject> found,
      DocumentView.Selected selected) {
    return Future.all(addCountries(context, found.values(), selected), ordersOf(drafts, selected))
        .map(both -> {
          Map<String, JsonObject> placed = both.resultAt(1);
          return drafts.stream()
              .map(draft ->
                  selected.apply(
                      whole(
                          draft,
                          found.get(draft.cartId()),
                          placed.get(String.valueOf(draft.orderId())))))
              .toList();
        });
  }

  /** Own fields and relations. */
  private static JsonObject whole(
      DraftOrder draft, @Nullable JsonObject cart, @Nullable JsonObject order) {
    return own(draft).put("cart", cart).put("order", order);
  }

  /** Own fields. */
  static JsonObject own(DraftOrder draft) {
    return new JsonObject()
        .put("id", draft.id())
        .put("created_at", Timestamps.format(draft.createdAt()))
        .put("updated_at", Timestamps.format(draft.updatedAt()))
        .put("status", draft.status().wireName())
        .put("display_id", draft.displayId())
        .put("cart_id", draft.cartId())
        .put("order_id", draft.orderId())
        .put("canceled_at", PaymentView.time(draft.canceledAt()))
        .put("completed_at", PaymentView.time(draft.completedAt()))
        .put("no_notification_order", draft.noNotificationOrder())
        .put("idempotency_key", draft.idempotencyKey())
        .put("metadata", draft.metadata())
        .putNull("deleted_at");
  }

  private Future<Map<String, JsonObject>> ordersOf(
      List<DraftOrder> drafts, DocumentView.Selected selected) {
    List<String> ids = drafts.stream().map(DraftOrder::orderId).filter(Objects::nonNull).toList();
    return ids.isEmpty() || !selected.shows("order")
        ? Future.succeededFuture(Map.of())
        : orders
            .findByIds(pool, ids)
            .map(found ->
                found.stream()
                    .collect(
                        Collectors.toMap(
                            Order::id, order -> OrderView.ofCustomer(order, Set.of()))));
  }

  /** The cart has country codes; staff sees country names too. */
  private Future<Void> addCountries(
      CallContext context, Iterable<JsonObject> carts, DocumentView.Selected selected) {
    List<JsonObject> addresses = new ArrayList<>();
    for (JsonObject cart : carts) {
      Stream.of("shipping_address", "billing_address")
          .filter(name -> selected.shows("cart." + name + ".country"))
          .map(cart::getJsonObject)
          .filter(Objects::nonNull)
          .forEach(addresses::add);
    }
    Set<String> codes = new HashSet<>();
    addresses.forEach(address -> codes.add(String.valueOf(address.getString("country_code"))));
    codes.remove("null");
    addresses.forEach(address -> address.putNull("country"));
    return codes.isEmpty()
        ? Future.succeededFuture()
        : catalog
            .findCountries(context, codes)
            .map(found -> {
              Map<String, JsonObject> byCode =
                  found.stream()
                      .collect(
                          Collectors.toMap(
                              country -> country.getString("iso_2"), Function.identity()));
              addresses.forEach(
                  address -> address.put("country", byCode.get(address.getString("country_code"))));
              return null;
            });
  }

  private static Map<String, JsonObject> byId(List<JsonObject> found) {
    return found.stream()
        .collect(Collectors.toMap(cart -> cart.getString("id"), Function.identity()));
  }

  private static void withoutTotals(JsonObject draft) {
    JsonObject cart = draft.getJsonObject("cart");
    if (cart != null) {
      TOTALS.forEach(cart::remove);
      Stream.of("items", "shipping_methods")
          .map(cart::getJsonArray)
          .filter(Objects::nonNull)
          .forEach(rows -> rows.forEach(row -> TOTALS.forEach(((JsonObject) row)::remove)));
    }
  }
}
