package dev.tradewind.acceptance.aftersale;

import static dev.tradewind.acceptance.checkout.DraftOrderApi.order;
import static dev.tradewind.acceptance.checkout.DraftOrderApi.refused;
import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.Caller;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.Storefront;
import dev.tradewind.acceptance.TestIdentities;
import dev.tradewind.acceptance.checkout.DraftOrderApi;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Refunds of bought gift cards: what was spent of them is never refunded. */
class GiftCardRefundsIT {

  private static final long PRICE = 5_000;

  private static Shop shop;
  private static Storefront storefront;
  private static DraftOrderApi api;

  private String path;
  private String orderId;
  private String lineId;
  private long paid;
  private long price;

  @BeforeAll
  static void open() {
    shop = Shop.shared();
    storefront = shop.storefront();
    api = new DraftOrderApi(shop);
  }

  /** A captured and shipped order of one gift card. */
  @BeforeEach
  void buyACard() {
    JsonObject variant = shop.newVariant(PRICE, 10);
    shop.sellAsGiftCards(variant.getString("product_id"));
    JsonObject placed = complete(shop.readyCart(variant.getString("id"), 1));
    orderId = placed.getString("id");
    path = "/admin/orders/" + orderId;
    lineId = placed.getJsonArray("items").getJsonObject(0).getString("id");
    order(post("/capture", null));
    JsonObject fulfilled = order(post("/fulfillment", items()));
    order(
        post(
            "/shipment",
            new JsonObject()
                .put(
                    "fulfillment_id",
                    fulfilled.getJsonArray("fulfillments").getJsonObject(0).getString("id"))));
    paid = placed.getLong("total");
    price = placed.getJsonArray("items").getJsonObject(0).getLong("total");
  }

  @Test
  void aSpentCardIsNotReturnedSwappedOrClaimed() {
    spend(card().getLong("value"));

    refused(
        storefront.post("/store/returns", items().put("order_id", orderId)),
        400,
        "Cannot return a gift card that was spent");
    refused(post("/return", items()), 400, "Cannot return a gift card that was spent");
    refused(post("/claims", claim("refund")), 400, "Cannot claim a gift card that was spent");
    refused(post("/swaps", swap()), 400, "Cannot swap a gift card that was spent");
    refused(
        post("/claims", claim("replace").put("additional_items", additional())),
        400,
        "Cannot replace a gift card that was spent");
    refused(
        post("/refund", refund(paid - price + 1)),
        400,
        "Cannot refund the spent part of a gift card");
    assertThat(shown().getLong("refunded_total")).isZero();
  }

  @Test
  void aReturnCreditsTheShareOfThePriceThatIsLeftAndEmptiesTheCard() {
    long value = card().getLong("value");
    spend(value / 4);
    long left = card().getLong("balance");

    JsonObject returned =
        order(post("/return", items().put("receive_now", true)))
            .getJsonArray("returns")
            .getJsonObject(0);

    assertThat(returned.getLong("refund_amount")).isEqualTo(price * left / value);
    assertThat(shown().getLong("refunded_total")).isEqualTo(price * left / value);
    assertThat(card().getLong("balance")).isZero();
    assertThat(card().getBoolean("is_disabled")).isTrue();
  }

  @Test
  void aCardThatWasSpentAfterTheRequestIsNotCreditedAtTheReceipt() {
    String returned =
        storefront
            .post("/store/returns", items().put("order_id", orderId))
            .body()
            .getJsonObject("return")
            .getString("id");
    spend(card().getLong("value"));

    Answer received = api.admin("POST", "/admin/returns/" + returned + "/receive", items());

    assertThat(received.body().getJsonObject("return").getLong("refund_amount")).isZero();
    assertThat(shown().getLong("refunded_total")).isZero();
  }

  @Test
  void aRefundIsTakenFromTheCardFirst() {
    long value = card().getLong("value");

    order(post("/refund", refund(price / 2)));

    assertThat(card().getLong("balance"))
        .isEqualTo(value - (price / 2 * value + price - 1) / price);
    assertThat(card().getBoolean("is_disabled")).isFalse();
    order(post("/refund", refund(paid - price / 2)));
    assertThat(card().getLong("balance")).isZero();
    assertThat(card().getBoolean("is_disabled")).isTrue();
  }

  @Test
  void aRefundOfThePaymentIsTakenFromTheCard() {
    String payment = shown().getJsonArray("payments").getJsonObject(0).getString("id");

    Answer refunded = api.admin("POST", "/admin/payments/" + payment + "/refund", refund(paid));

    assertThat(refunded.status()).as(refunded.text()).isEqualTo(200);
    assertThat(card().getLong("balance")).isZero();
    assertThat(card().getBoolean("is_disabled")).isTrue();
  }

  @Test
  void aCardIsTakenBackWhenItsReturnIsReceived() {
    String returned =
        storefront
            .post("/store/returns", items().put("order_id", orderId))
            .body()
            .getJsonObject("return")
            .getString("id");

    api.admin("POST", "/admin/returns/" + returned + "/receive", items());

    assertThat(card().getLong("balance")).isZero();
    assertThat(shown().getLong("refunded_total")).isEqualTo(price);
  }

  @Test
  void aClaimTakesTheCardAndItsCancellationRestoresIt() {
    long value = card().getLong("value");
    JsonObject claimed =
        order(post("/claims", claim("replace").put("additional_items", additional())));
    assertThat(card().getLong("balance")).isZero();

    String claim = claimed.getJsonArray("claims").getJsonObject(0).getString("id");
    order(post("/claims/" + claim + "/cancel", null));

    assertThat(card().getLong("balance")).isEqualTo(value);
    assertThat(card().getBoolean("is_disabled")).isFalse();
    order(post("/claims", claim("refund")));
    assertThat(card().getLong("balance")).isZero();
    assertThat(shown().getLong("refunded_total")).isEqualTo(price);
  }

  @Test
  void concurrentSpendingAndRefundsAreOneOrTheOther() {
    long value = card().getLong("value");
    List<CompletableFuture<Answer>> answers =
        Stream.concat(
                Stream.of(cartPaidWithTheCard(), cartPaidWithTheCard())
                    .map(cart ->
                        storefront.postLater(
                            "/store/carts/" + cart + "/complete", new JsonObject())),
                Stream.of(price, price)
                    .map(amount -> storefront.postLater(path + "/refund", refund(amount), staff())))
            .toList();
    answers.forEach(CompletableFuture::join);

    assertThat(answers).allMatch(answer -> answer.join().status() < 500);
    JsonObject card = card();
    long refunded = shown().getLong("refunded_total");
    long spent = spent();
    assertThat(card.getLong("balance"))
        .isEqualTo(value - spent - (refunded > 0 ? value - spent : 0));
    assertThat(refunded).isLessThanOrEqualTo(paid - price * spent / value);
  }

  private String[] staff() {
    return new TestIdentities(shop).headers(Caller.USER_WITH_API_TOKEN);
  }

  private long spent() {
    return await(
            shop.discounts()
                .preparedQuery(
                    "SELECT coalesce(sum(amount), 0)::bigint FROM gift_card_transaction"
                        + " WHERE gift_card_id = $1")
                .execute(Tuple.of(card().getString("id"))))
        .iterator()
        .next()
        .getLong(0);
  }

  private JsonObject card() {
    return shop.discountFixtures().cardsBoughtIn(orderId).getFirst();
  }

  /** Spends that part of the card by an order that costs at least as much. */
  private void spend(long amount) {
    long before = card().getLong("balance");
    String variant = shop.newVariant(amount, 10).getString("id");
    complete(paidWithTheCard(shop.readyCart(variant, 1)));
    assertThat(card().getLong("balance")).isLessThan(before);
  }

  private String cartPaidWithTheCard() {
    return paidWithTheCard(shop.readyCart(shop.newVariant(PRICE * 2, 10).getString("id"), 1));
  }

  private String paidWithTheCard(String cartId) {
    JsonArray codes = new JsonArray().add(new JsonObject().put("code", card().getString("code")));
    assertThat(
            storefront
                .post("/store/carts/" + cartId, new JsonObject().put("gift_cards", codes))
                .status())
        .isEqualTo(200);
    storefront.prepareForCompletion(cartId, "shopper@example.com", "de");
    return cartId;
  }

  private static JsonObject complete(String cartId) {
    Answer answer = storefront.post("/store/carts/" + cartId + "/complete", null);
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    return answer.body().getJsonObject("data");
  }

  private JsonObject shown() {
    return order(api.admin("GET", path, null));
  }

  private Answer post(String action, JsonObject body) {
    return api.admin("POST", path + action, body);
  }

  private JsonObject items() {
    return new JsonObject().put("items", units());
  }

  private JsonArray units() {
    return new JsonArray().add(new JsonObject().put("item_id", lineId).put("quantity", 1));
  }

  private static JsonArray additional() {
    String variant = shop.newVariant(1_000, 10).getString("id");
    return new JsonArray().add(new JsonObject().put("variant_id", variant).put("quantity", 1));
  }

  private JsonObject claim(String type) {
    JsonArray items = units();
    items.getJsonObject(0).put("reason", "other");
    return new JsonObject().put("type", type).put("claim_items", items);
  }

  private JsonObject swap() {
    return new JsonObject().put("return_items", units()).put("additional_items", additional());
  }

  private static JsonObject refund(long amount) {
    return new JsonObject().put("amount", amount).put("reason", "other");
  }
}
