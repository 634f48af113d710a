package dev.tradewind.order;

import dev.tradewind.api.cart.CartOperation;
import dev.tradewind.api.cart.PreparedSwapCart;
import dev.tradewind.api.cart.PreparedSwapCartNewCartBuilder;
import dev.tradewind.api.cart.SwapCartRequest;
import dev.tradewind.api.order.AuthorizedPayment;
import dev.tradewind.api.order.LineItemDetails;
import dev.tradewind.api.order.LineItemDetailsBuilder;
import dev.tradewind.api.order.OrderClient;
import dev.tradewind.api.order.PlaceOrderRequest;
import dev.tradewind.api.order.PlaceOrderRequestBuilder;
import dev.tradewind.api.order.PlaceOrderResult;
import dev.tradewind.api.order.ResourceDocument;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.resource.RelatedQuery;
import dev.tradewind.kernel.resource.RelatedRow;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.totals.CartTotals;
import dev.tradewind.totals.Fraction;
import dev.tradewind.totals.TaxableLine;
import dev.tradewind.totals.TotalsInput;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Test fixture: carts of swaps, prepared and completed without the cart verticle. */
final class SwapCarts {

  /** Price of one additional unit; its tax is that of the orders. */
  static final long PRICE = 1_000;

  private final Map<String, SwapCart> carts = new ConcurrentHashMap<>();

  /** Prepared cart: its request and its additional line items. */
  private record SwapCart(SwapCartRequest request, List<PreparedSwapCart.Line> lines) {}

  Operations operations() {
    return new Operations()
        .on(
            CartOperation.PREPARE_SWAP_CART,
            request -> Future.succeededFuture(Reply.ok(prepared(request.input()))))
        .on(
            CartOperation.FIND_CHANGED_DRAFT_CARTS,
            request ->
                Future.succeededFuture(Reply.ok(new JsonObject().put("carts", new JsonArray()))))
        .on(
            CartOperation.FIND_RELATED,
            request -> Future.succeededFuture(Reply.ok(related(request.input()))));
  }

  private JsonObject prepared(JsonObject input) {
    SwapCartRequest request = SwapCartRequest.parse(input);
    String id = "cart_" + Ids.ulid();
    List<PreparedSwapCart.Line> lines =
        request.additionalItems().stream()
            .map(item -> line(item.variantId(), item.quantity()))
            .toList();
    carts.put(id, new SwapCart(request, lines));
    return new PreparedSwapCart(
            PreparedSwapCartNewCartBuilder.builder()
                .id(id)
                .version(1)
                .regionId(request.regionId())
                .salesChannelId(request.salesChannelId())
                .customerId(request.customerId())
                .email(request.email())
                .createdAt(Orders.PLACED)
                .updatedAt(Orders.PLACED)
                .stateVersion(1)
                .state(new JsonObject())
                .build(),
            lines,
            null)
        .toJson();
  }

  private static JsonObject related(JsonObject input) {
    return RelatedQuery.answer(
        RelatedQuery.parse(input).keys().stream()
            .map(key -> new RelatedRow(key, new JsonObject().put("id", key)))
            .toList());
  }

  private static PreparedSwapCart.Line line(String variantId, long quantity) {
    LineItemDetails details =
        LineItemDetailsBuilder.builder()
            .id("item_" + Ids.ulid())
            .createdAt(Orders.PLACED)
            .title("Mug")
            .isGiftcard(false)
            .shouldMerge(true)
            .allowDiscounts(true)
            .hasShipping(true)
            .variantId(variantId)
            .metadata(new JsonObject())
            .variant(new JsonObject().put("id", variantId))
            .build();
    return new PreparedSwapCart.Line(details, PRICE, quantity, false);
  }

  /** Completes the cart as a shopper does, with the difference authorized if there is one. */
  Future<PlaceOrderResult> complete(
      OrderClient orders, CallContext context, String cartId, String provider) {
    SwapCart cart = carts.get(cartId);
    List<TaxableLine> priced = new ArrayList<>();
    for (PreparedSwapCart.Line line : cart.lines()) {
      priced.add(
          new TaxableLine(
              line.details().id(), PRICE, line.quantity(), false, List.of(Orders.RATE), false));
    }
    for (SwapCartRequest.ReturnedUnits units : cart.request().returnedUnits()) {
      priced.add(
          new TaxableLine(
              "item_" + Ids.ulid(),
              -units.unitPrice(),
              units.quantity(),
              units.includesTax(),
              List.of(Orders.RATE),
              false,
              Fraction.parse(units.discount()),
              null));
    }
    TotalsInput input = TotalsInput.of(priced, List.of());
    long total = CartTotals.of(input).total();
    PlaceOrderRequest template = Orders.request(input);
    return orders.confirmSwap(
        context,
        PlaceOrderRequestBuilder.builder(template)
            .cartId(cartId)
            .cartVersion(1)
            .salesChannelId("sc_1")
            .salesChannel(null)
            .billingAddress(null)
            .lines(cart.lines().stream().map(PreparedSwapCart.Line::details).toList())
            .shippingMethods(List.of())
            .discounts(List.<ResourceDocument>of())
            .giftCards(List.<ResourceDocument>of())
            .totalsInput(input)
            .metadata(new JsonObject())
            .payment(
                total <= 0
                    ? null
                    : new AuthorizedPayment(
                        "pay_" + Ids.ulid(), provider, total, "eur", new JsonObject(), true))
            .key(null)
            .paidWithKey(null)
            .ofDraft(false)
            .build());
  }
}
