package dev.tradewind.cart;

import dev.tradewind.model.address.Address;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The members of a cart that commands may set, on the way from one cart to the next. */
public final class CartDraft {

  private final Cart before;

  long version;
  String type;
  String regionId;
  @Nullable String salesChannelId;
  @Nullable String customerId;
  boolean customerHasAccount;
  @Nullable String email;
  List<LineItem> items;
  List<ShippingMethod> shippingMethods;
  List<PaymentSession> paymentSessions;
  List<CartDiscount> discounts;
  List<String> giftCardIds;
  List<CustomShippingOption> customShippingOptions;
  @Nullable Address billingAddress;
  @Nullable Address shippingAddress;
  JsonObject context;
  @Nullable JsonObject metadata;
  Instant updatedAt;

  CartDraft(Cart before) {
    this.before = before;
    version = before.version();
    type = before.type();
    regionId = before.regionId();
    salesChannelId = before.salesChannelId();
    customerId = before.customerId();
    customerHasAccount = before.customerHasAccount();
    email = before.email();
    items = before.items();
    shippingMethods = before.shippingMethods();
    paymentSessions = before.paymentSessions();
    discounts = before.discounts();
    giftCardIds = before.giftCardIds();
    customShippingOptions = before.customShippingOptions();
    billingAddress = before.billingAddress();
    shippingAddress = before.shippingAddress();
    context = before.context();
    metadata = before.metadata();
    updatedAt = before.updatedAt();
  }

  Cart toCart() {
    return new Cart(
        before.id(),
        version,
        type,
        regionId,
        salesChannelId,
        customerId,
        customerHasAccount,
        email,
        before.orderId(),
        before.completedAt(),
        before.createdAt(),
        updatedAt,
        items,
        shippingMethods,
        paymentSessions,
        discounts,
        giftCardIds,
        customShippingOptions,
        billingAddress,
        shippingAddress,
        context,
        metadata,
        before.paymentId(),
        before.paymentAuthorizedAt(),
        before.basket(),
        before.more());
  }
}
