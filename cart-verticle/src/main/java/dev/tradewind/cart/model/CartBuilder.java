package dev.tradewind.cart.model;

import dev.tradewind.api.address.Address;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Builder of a changed copy of a cart: the members that commands may set. */
public final class CartBuilder {

  private final Cart before;

  public long version;
  public String type;
  public String regionId;
  @Nullable public String salesChannelId;
  @Nullable public String customerId;
  public boolean customerHasAccount;
  @Nullable public String email;
  public List<LineItem> items;
  public List<ShippingMethod> shippingMethods;
  public List<PaymentSession> paymentSessions;
  public List<CartDiscount> discounts;
  public List<String> giftCardIds;
  public List<CustomShippingOption> customShippingOptions;
  @Nullable public Address billingAddress;
  @Nullable public Address shippingAddress;
  public JsonObject context;
  @Nullable public JsonObject metadata;
  public Instant updatedAt;

  CartBuilder(Cart before) {
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
        before.input(),
        before.more());
  }
}
