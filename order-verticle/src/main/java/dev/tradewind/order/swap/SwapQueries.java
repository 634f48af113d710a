package dev.tradewind.order.swap;

import dev.tradewind.api.graph.OrderGraph;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.resource.Resource;
import dev.tradewind.kernel.resource.View;
import dev.tradewind.kernel.resource.query.ListDefinition;
import dev.tradewind.kernel.resource.read.ResourceReader;
import dev.tradewind.order.aftersale.Swap;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.store.OrderStore;
import dev.tradewind.order.store.SwapStore;
import dev.tradewind.order.view.OrderAccess;
import dev.tradewind.order.view.OrderView;
import dev.tradewind.order.view.SwapView;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.util.List;

/** Queries of swaps by staff and shoppers. */
final class SwapQueries {

  private static final int PAGE = 50;

  private static final ListDefinition LISTING =
      ListDefinition.of(
              View.of(
                  Resource.table("swap")
                      .text("id")
                      .timestamps("created_at", "updated_at")
                      .text("fulfillment_status", "payment_status", "order_id")
                      .bigints("difference_due")
                      .text("cart_id")
                      .timestamps("confirmed_at", "canceled_at")
                      .booleans("no_notification", "allow_backorder")
                      .text("idempotency_key")
                      .json("metadata", "shipping_address")
                      .build()),
              PAGE)
          .build();

  private static final View ADMIN =
      View.of(
          OrderGraph.SWAP,
          "additional_items.adjustments",
          "cart.discounts.rule",
          "cart.gift_cards",
          "cart.items.adjustments",
          "cart.items.tax_lines",
          "cart.items.variant",
          "cart.region.tax_rates",
          "cart.shipping_address",
          "cart.shipping_methods",
          "fulfillments",
          "order",
          "payment",
          "return_order.items",
          "shipping_address",
          "shipping_methods.shipping_option");

  private static final View STOREFRONT =
      View.of(
              OrderGraph.SWAP,
              "additional_items.variant",
              "cart",
              "fulfillments",
              "order",
              "payment",
              "return_order.items",
              "return_order.shipping_method.shipping_option",
              "shipping_address",
              "shipping_methods.shipping_option")
          .forStorefront();

  private final Pool pool;
  private final OperationClient bus;
  private final OrderStore orders;
  private final OrderAccess access;
  private final ResourceReader reader;

  SwapQueries(Pool pool, OperationClient bus, OrderStore orders) {
    this.pool = pool;
    this.bus = bus;
    this.orders = orders;
    this.access = new OrderAccess(bus);
    this.reader = new ResourceReader(pool);
  }

  void bind(Operations operations) {
    operations
        .on("adminListSwaps", this::list)
        .on("adminGetSwap", this::getForStaff)
        .on("storeGetSwap", this::getForShopper);
  }

  private Future<Reply> list(Request request) {
    return reader
        .list(LISTING, request.query())
        .map(page -> {
          page.rows().forEach(SwapQueries::showAddressId);
          return page.reply("swaps");
        });
  }

  private static void showAddressId(JsonObject row) {
    JsonObject address = row.getJsonObject("shipping_address");
    row.remove("shipping_address");
    row.put("shipping_address_id", address == null ? null : address.getString("id"))
        .putNull("deleted_at");
  }

  private Future<Reply> getForStaff(Request request) {
    return SwapStore.find(pool, request.path("id"))
        .compose(found -> {
          SwapStore.Key key = found.orElseThrow(Swaps::unknown);
          return orders
              .findById(pool, key.orderId())
              .compose(order -> show(request.context(), order.orElseThrow(), key.id(), ADMIN));
        });
  }

  /** Shows a swap to a shopper; for a guest's order the id of the cart suffices. */
  private Future<Reply> getForShopper(Request request) {
    return SwapStore.findByCart(pool, request.path("cart_id"))
        .compose(found -> {
          SwapStore.Key key = found.orElseThrow(Swaps::unknown);
          return orders
              .findById(pool, key.orderId())
              .compose(order -> access.visible(request.context(), order))
              .compose(order ->
                  show(request.context(), order.orElseThrow(Swaps::unknown), key.id(), STOREFRONT));
        });
  }

  /** Shows a swap to the shopper who has created it. */
  Future<Reply> showCreated(CallContext context, String id) {
    return SwapStore.find(pool, id)
        .compose(found -> orders.findById(pool, found.orElseThrow().orderId()))
        .compose(order -> show(context, order.orElseThrow(), id, STOREFRONT));
  }

  private Future<Reply> show(CallContext context, Order order, String id, View view) {
    Swap swap = Swaps.require(order, id);
    JsonObject rendered = SwapView.render(order, swap).put("order", OrderView.own(order));
    return reader
        .withRemote(bus, context)
        .documents(view.defaults(), List.of(rendered))
        .map(document -> {
          if (swap.isConfirmed()) {
            SwapView.showInCart(document.getFirst().getJsonObject("cart"), rendered);
          }
          return Reply.ok("swap", document.getFirst());
        });
  }
}
