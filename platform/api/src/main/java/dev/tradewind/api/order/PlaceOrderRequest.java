package dev.tradewind.api.order;

import dev.tradewind.api.address.Address;
import dev.tradewind.kernel.idempotency.IdempotencyKey;
import dev.tradewind.kernel.json.JsonForm;
import dev.tradewind.kernel.json.JsonInline;
import dev.tradewind.kernel.json.RecordCodec;
import dev.tradewind.totals.TotalsInput;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.vertx.core.json.JsonObject;
import java.lang.invoke.MethodHandles;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Facts of a cart that is ready to become an order: checked, with its taxes computed and its
 * payment authorized. The order verticle derives the order's form and totals from them.
 *
 * @param cartVersion the version that was checked; a cart that changed since is not placed
 * @param salesChannelId kept even if the channel was deleted
 * @param lines in the order of the cart
 * @param discounts with their rules, as orders show them
 * @param giftCards as they were before the charge
 * @param totalsInput input of the totals: prices, quantities and tax rates of the lines and
 *     shipping methods, discount and gift cards
 * @param payment absent if the total is zero
 * @param key of the request; the response is stored under it if the client chose it
 * @param paidWithKey key of the request by which staff marked a draft order as paid: its payment is
 *     captured at once; absent if a shopper completes the cart
 * @param ofDraft whether the cart belongs to a draft order
 * @param decisions of hooks about the cart, its lines and shipping methods; absent if none was
 *     asked
 */
@RecordBuilder
public record PlaceOrderRequest(
    String cartId,
    long cartVersion,
    @JsonInline Buyer buyer,
    @JsonInline OrderRegion region,
    @Nullable String salesChannelId,
    @Nullable ResourceDocument salesChannel,
    @Nullable Address shippingAddress,
    @Nullable Address billingAddress,
    List<LineItemDetails> lines,
    List<ShippingMethodDetails> shippingMethods,
    List<ResourceDocument> discounts,
    List<ResourceDocument> giftCards,
    TotalsInput totalsInput,
    JsonObject metadata,
    @Nullable AuthorizedPayment payment,
    @JsonInline @Nullable IdempotencyKey key,
    @Nullable String paidWithKey,
    boolean ofDraft,
    @Nullable List<JsonObject> decisions) {

  private static final RecordCodec<PlaceOrderRequest> CODEC =
      RecordCodec.ofMessage(
          MethodHandles.lookup(),
          PlaceOrderRequest.class,
          ResourceDocument.FORM,
          Address.FORM,
          JsonForm.ofObject(LineItemDetails.class, LineItemDetails::parse, LineItemDetails::toJson),
          JsonForm.ofObject(
              ShippingMethodDetails.class,
              ShippingMethodDetails::parse,
              ShippingMethodDetails::toJson),
          JsonForm.ofObject(TotalsInput.class, TotalsInput::parse, TotalsInput::toJson));

  public PlaceOrderRequest {
    lines = List.copyOf(lines);
    shippingMethods = List.copyOf(shippingMethods);
    discounts = List.copyOf(discounts);
    giftCards = List.copyOf(giftCards);
  }

  /**
   * Customer of the cart.
   *
   * @param email of the cart, which may be another than the customer's
   */
  public record Buyer(String email, ResourceDocument customer) {}

  /** Whether its payment is captured at placement. */
  public boolean isPaid() {
    return paidWithKey != null;
  }

  public boolean buysGiftCards() {
    return lines.stream().anyMatch(LineItemDetails::isGiftcard);
  }

  /** Whether the response is stored with the order. */
  public boolean storesResponse() {
    return key != null && !key.isGenerated();
  }

  public static PlaceOrderRequest parse(JsonObject json) {
    return CODEC.read(json);
  }

  public JsonObject toJson() {
    return CODEC.write(this);
  }
}
