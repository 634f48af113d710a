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
import dev.tradewind.providers.hook.Hooks;
import io.vertx.core.json.JsonObject;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Factory of the {@code PlaceOrderRequest} of a checked and paid cart. */
final class PlaceOrderRequests {

  private static final Set<String> NOT_IN_ORDERS = Set.of("product", "purchasable");

  private static final String LANGUAGE = "language";

  /** Language tag (BCP 47); the context has what shoppers write. */
  private static final Pattern TAG = Pattern.compile("[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}");

  private PlaceOrderRequests() {}

  static PlaceOrderRequest of(
      Cart cart,
      CartReferences references,
      Hooks.Permission permission,
      PaymentOutcome.@Nullable Authorized payment,
      IdempotencyKey key,
      boolean isPaidByStaff) {
    JsonObject channel = references.salesChannel();
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
        .metadata(permission.added(metadata(cart)))
        .payment(payment == null ? null : payment(payment))
        .key(key)
        .paidWithKey(isPaidByStaff ? key.key() : null)
        .ofDraft(cart.isDraft())
        .decisions(
            Stream.concat(cart.decisions().stream(), permission.decisions().stream()).toList())
        .build();
  }

  /** Metadata of the cart, and the language of its shopper unless they name one. */
  private static JsonObject metadata(Cart cart) {
    JsonObject metadata = cart.metadata() == null ? new JsonObject() : cart.metadata().copy();
    if (!metadata.containsKey(LANGUAGE)
        && cart.context().getValue(LANGUAGE) instanceof String language
        && TAG.matcher(language).matches()) {
      metadata.put(LANGUAGE, language);
    }
    return metadata;
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
