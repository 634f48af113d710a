package dev.tradewind.cart.completion;

import dev.tradewind.api.discount.GiftCard;
import dev.tradewind.api.order.AuthorizedPayment;
import dev.tradewind.api.order.LineItemDetails;
import dev.tradewind.api.order.OrderRegion;
import dev.tradewind.api.order.PlaceOrderRequest;
import dev.tradewind.api.order.PlaceOrderRequestBuilder;
import dev.tradewind.api.order.ResourceDocument;
import dev.tradewind.api.order.ShippingMethodDetails;
import dev.tradewind.cart.model.Cart;
import dev.tradewind.cart.model.CartDiscount;
import dev.tradewind.cart.model.LineItem;
import dev.tradewind.cart.model.ShippingMethod;
import dev.tradewind.cart.reference.CartReferences;
import dev.tradewind.cart.view.CartTotalsCalculator;
import dev.tradewind.cart.view.CustomerView;
import dev.tradewind.cart.view.ShippingMethodView;
import dev.tradewind.kernel.idempotency.IdempotencyKey;
import dev.tradewind.kernel.json.JsonObjects;
import io.vertx.core.json.JsonObject;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Factory of the {@code PlaceOrderRequest} of a checked and paid cart. */
final class PlaceOrderRequests {

  private static final Set<String> NOT_IN_ORDERS = Set.of("product", "purchasable");

  private PlaceOrderRequests() {}

  static PlaceOrderRequest of(
      Cart cart,
      CartReferences references,
      PaymentOutcome.@Nullable Authorized payment,
      IdempotencyKey key,
      boolean isPaidByStaff) {
    JsonObject channel = references.salesChannel();
    JsonObject metadata = cart.metadata();
    return PlaceOrderRequestBuilder.builder()
        .cartId(cart.id())
        .cartVersion(cart.version())
        .buyer(
            new PlaceOrderRequest.Buyer(
                Objects.requireNonNull(cart.email(), "email"),
                new ResourceDocument(
                    CustomerView.whole(Objects.requireNonNull(references.customer()), references))))
        .region(region(references.region()))
        .salesChannelId(cart.salesChannelId())
        .salesChannel(channel == null ? null : new ResourceDocument(channel))
        .shippingAddress(cart.shippingAddress())
        .billingAddress(cart.billingAddress())
        .lines(cart.items().stream().map(item -> line(item, references)).toList())
        .shippingMethods(
            cart.shippingMethods().stream().map(method -> method(method, references)).toList())
        .discounts(
            cart.discounts().stream()
                .map(CartDiscount::document)
                .map(ResourceDocument::new)
                .toList())
        .giftCards(
            cart.giftCardIds().stream()
                .map(references.giftCards()::get)
                .filter(Objects::nonNull)
                .map(GiftCard::document)
                .map(ResourceDocument::new)
                .toList())
        .totalsInput(CartTotalsCalculator.input(cart, references, true))
        .metadata(metadata == null ? new JsonObject() : metadata)
        .payment(payment == null ? null : payment(payment))
        .key(key)
        .paidWithKey(isPaidByStaff ? key.key() : null)
        .ofDraft(cart.isDraft())
        .build();
  }

  private static OrderRegion region(JsonObject region) {
    return new OrderRegion(region, region.getJsonObject("currency"));
  }

  private static LineItemDetails line(LineItem item, CartReferences references) {
    String variantId = item.variantId();
    JsonObject variant = variantId == null ? null : references.variants().get(variantId);
    return LineItemDetails.parse(
        item.toJson()
            .put("variant", variant == null ? null : JsonObjects.without(variant, NOT_IN_ORDERS)));
  }

  private static ShippingMethodDetails method(ShippingMethod method, CartReferences references) {
    return new ShippingMethodDetails(
        method.id(),
        method.shippingOptionId(),
        method.data(),
        ShippingMethodView.option(references, method.shippingOptionId()));
  }

  private static AuthorizedPayment payment(PaymentOutcome.Authorized authorized) {
    PaymentAttempt attempt = authorized.attempt();
    return new AuthorizedPayment(
        attempt.id(),
        attempt.providerId(),
        attempt.amount(),
        attempt.currencyCode(),
        attempt.data(),
        authorized.isOpened());
  }
}
