package dev.tradewind.api.order;

import dev.tradewind.kernel.idempotency.IdempotencyKey;
import dev.tradewind.totals.TotalsInput;
import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;

/**
 * A cart that is ready to become an order: checked, with its taxes computed and its payment
 * authorised.
 *
 * @param cartVersion the version that was checked; a cart that changed since is not placed
 * @param cart the cart as the storefront sees it, with everything that the order keeps
 * @param customer who buys
 * @param input what decides its amounts, taxes included
 * @param payment what was authorised; absent where the total is zero
 * @param key of the request; the answer is kept under it if the client chose it
 * @param paidWithKey the key of the request by which staff marked a draft as paid: its payment is
 *     captured at once; absent where a shopper completes the cart
 */
public record PlaceOrderRequest(
    String cartId,
    long cartVersion,
    JsonObject cart,
    JsonObject customer,
    TotalsInput input,
    @Nullable AuthorizedPayment payment,
    @Nullable IdempotencyKey key,
    @Nullable String paidWithKey) {

  /** Completed by a shopper. */
  public PlaceOrderRequest(
      String cartId,
      long cartVersion,
      JsonObject cart,
      JsonObject customer,
      TotalsInput input,
      @Nullable AuthorizedPayment payment,
      @Nullable IdempotencyKey key) {
    this(cartId, cartVersion, cart, customer, input, payment, key, null);
  }

  /**
   * An authorised payment attempt; the order's payment takes its id.
   *
   * @param amount in the smallest unit of the currency
   */
  public record AuthorizedPayment(
      String id, String providerId, long amount, String currencyCode, JsonObject data) {

    JsonObject toJson() {
      return new JsonObject()
          .put("id", id)
          .put("provider_id", providerId)
          .put("amount", amount)
          .put("currency_code", currencyCode)
          .put("data", data);
    }

    static AuthorizedPayment parse(JsonObject json) {
      return new AuthorizedPayment(
          json.getString("id"),
          json.getString("provider_id"),
          json.getLong("amount"),
          json.getString("currency_code"),
          json.getJsonObject("data"));
    }
  }

  JsonObject toJson() {
    JsonObject json =
        new JsonObject()
            .put("cart_id", cartId)
            .put("cart_version", cartVersion)
            .put("cart", cart)
            .put("customer", customer)
            .put("basket", input.toJson())
            .put("paid_under", paidWithKey);
    if (payment != null) {
      json.put("payment", payment.toJson());
    }
    if (key != null) {
      json.put("scope", key.scope())
          .put("key", key.key())
          .put("request_hash", key.requestHash())
          .put("key_is_made", key.isGenerated());
    }
    return json;
  }

  public static PlaceOrderRequest parse(JsonObject json) {
    JsonObject payment = json.getJsonObject("payment");
    String key = json.getString("key");
    return new PlaceOrderRequest(
        json.getString("cart_id"),
        json.getLong("cart_version"),
        json.getJsonObject("cart"),
        json.getJsonObject("customer"),
        TotalsInput.parse(json.getJsonObject("basket")),
        payment == null ? null : AuthorizedPayment.parse(payment),
        key == null
            ? null
            : new IdempotencyKey(
                json.getString("scope"),
                key,
                json.getString("request_hash"),
                json.getBoolean("key_is_made", false)),
        json.getString("paid_under"));
  }
}
