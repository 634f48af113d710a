package dev.tradewind.acceptance.payment;

import static dev.tradewind.acceptance.StaffClient.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.StaffClient;
import dev.tradewind.acceptance.Storefront;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.HashMap;
import java.util.Map;

/** Shop whose carts are paid through an account at Stripe. */
public final class StripeStore extends StripeAccount {

  private static final String STRIPE = "stripe";

  public final Shop shop;
  public final Storefront storefront;
  public final StaffClient staff;

  /**
   * @param settings beside key, URL and secret of the webhook
   */
  public StripeStore(Map<String, String> settings) {
    Map<String, String> all = new HashMap<>(settings);
    all.putAll(settings());
    shop = Shop.withPlugins(all);
    storefront = shop.storefront();
    staff = new StaffClient(shop);
    shop.openRegionPaidWith(STRIPE);
  }

  /** Sends webhooks to the shop. */
  public void subscribe() {
    subscribe(storefront.url());
  }

  /** Cart of a product that costs 10.00. */
  public String cart(int quantity) {
    return cart(quantity, 9);
  }

  public String cart(int quantity, int stock) {
    return cartOf(shop.newVariant(1_000, stock).getString("id"), quantity);
  }

  public String cartOf(String variantId, int quantity) {
    String cartId =
        storefront.createCart(Shop.regionPaidWith(STRIPE), variantId, quantity).getString("id");
    storefront.post("/store/carts/" + cartId, json("{'email': 'shopper@example.com'}"));
    return cartId;
  }

  /** Data of the selected payment session, which is the only one. */
  public JsonObject session(String cartId) {
    Answer answer = storefront.post("/store/carts/" + cartId + "/payment-sessions", null);
    JsonArray sessions = answer.body().getJsonObject("cart").getJsonArray("payment_sessions");
    assertThat(sessions).hasSize(1);
    return sessions.getJsonObject(0).getJsonObject("data");
  }

  public JsonObject complete(String cartId) {
    Answer answer = tryComplete(cartId);
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    return answer.body();
  }

  public Answer tryComplete(String cartId) {
    return storefront.post("/store/carts/" + cartId + "/complete", null);
  }

  /** Delivery of a webhook without a signature. */
  public int hook(String body) {
    return hook(storefront.url(), body);
  }

  @Override
  public void close() {
    shop.close();
    super.close();
  }
}
