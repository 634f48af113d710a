package dev.tradewind.cart.model;

import dev.tradewind.api.address.Address;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.SizeLimit;
import dev.tradewind.totals.TotalsInput;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Codec of the stored form of a cart: columns for searched members, one document for the rest.
 * Documents of an older {@code state_version} are migrated here on read; there is none yet.
 */
public final class CartCodec {

  /** State version that this code reads and writes. */
  public static final int VERSION = 1;

  public static final String COLUMNS =
      "cart.id, cart.version, cart.type, cart.region_id, cart.sales_channel_id, cart.customer_id,"
          + " cart.email, cart.order_id, cart.completed_at, cart.created_at, cart.updated_at,"
          + " cart.state_version, cart.state";

  /** Limit of the document: every response of the cart shows nearly all of it. */
  public static final SizeLimit MAX_STATE = new SizeLimit(256 * 1024);

  private CartCodec() {}

  /**
   * Cart of a row with {@link #COLUMNS}.
   *
   * @throws dev.tradewind.kernel.operation.Problem if a newer node wrote it
   */
  public static Cart read(Row row) {
    if (row.getInteger("state_version") > VERSION) {
      throw Problem.unavailable("The cart was saved by a newer version of the service.");
    }
    JsonReader state = new JsonReader((JsonObject) row.getJson("state"));
    return CartBuilder.builder()
        .id(row.getString("id"))
        .version(row.getLong("version"))
        .type(row.getString("type"))
        .regionId(row.getString("region_id"))
        .salesChannelId(row.getString("sales_channel_id"))
        .customerId(row.getString("customer_id"))
        .customerHasAccount(state.flag("customer_has_account"))
        .email(row.getString("email"))
        .orderId(row.getString("order_id"))
        .completedAt(optionalInstant(row.getOffsetDateTime("completed_at")))
        .createdAt(row.getOffsetDateTime("created_at").toInstant())
        .updatedAt(row.getOffsetDateTime("updated_at").toInstant())
        .items(state.list("items", LineItem::from))
        .shippingMethods(state.list("shipping_methods", ShippingMethod::from))
        .paymentSessions(state.list("payment_sessions", PaymentSession::from))
        .discounts(state.list("discounts", CartDiscount::from))
        .giftCardIds(state.texts("gift_card_ids"))
        .customShippingOptions(state.list("custom_shipping_options", CustomShippingOption::from))
        .billingAddress(optionalAddress(state.optionalObject("billing_address")))
        .shippingAddress(optionalAddress(state.optionalObject("shipping_address")))
        .context(state.object("context"))
        .metadata(state.optionalObject("metadata"))
        .paymentId(state.optionalText("payment_id"))
        .paymentAuthorizedAt(state.optionalTime("payment_authorized_at"))
        .input(optionalInput(state.optionalObject("basket")))
        .more(state.rest())
        .build();
  }

  /**
   * Document of a cart.
   *
   * @param bytes of its encoding
   */
  public record Written(JsonObject state, int bytes) {}

  /**
   * Document to store.
   *
   * @throws dev.tradewind.kernel.operation.Problem if it is too large
   */
  public static Written write(Cart cart) {
    Address billing = cart.billingAddress();
    Address shipping = cart.shippingAddress();
    TotalsInput input = cart.input();
    JsonObject state =
        cart.more()
            .copy()
            .put("customer_has_account", cart.customerHasAccount())
            .put("items", array(cart.items(), LineItem::toJson))
            .put("shipping_methods", array(cart.shippingMethods(), ShippingMethod::toJson))
            .put("payment_sessions", array(cart.paymentSessions(), PaymentSession::toJson))
            .put("discounts", array(cart.discounts(), CartDiscount::toJson))
            .put("gift_card_ids", new JsonArray(cart.giftCardIds()))
            .put(
                "custom_shipping_options",
                array(cart.customShippingOptions(), CustomShippingOption::toJson))
            .put("billing_address", billing == null ? null : billing.toStored())
            .put("shipping_address", shipping == null ? null : shipping.toStored())
            .put("context", cart.context())
            .put("metadata", cart.metadata())
            .put("payment_id", cart.paymentId())
            .put("payment_authorized_at", JsonReader.written(cart.paymentAuthorizedAt()))
            .put("basket", input == null ? null : input.toJson());
    return new Written(state, MAX_STATE.measure("cart", state));
  }

  private static <T> JsonArray array(List<T> elements, Function<T, JsonObject> written) {
    JsonArray array = new JsonArray();
    elements.forEach(element -> array.add(written.apply(element)));
    return array;
  }

  private static @Nullable Address optionalAddress(@Nullable JsonObject stored) {
    return stored == null ? null : Address.parse(stored);
  }

  private static @Nullable TotalsInput optionalInput(@Nullable JsonObject stored) {
    return stored == null ? null : TotalsInput.parse(stored);
  }

  private static @Nullable Instant optionalInstant(@Nullable OffsetDateTime time) {
    return time == null ? null : time.toInstant();
  }
}
