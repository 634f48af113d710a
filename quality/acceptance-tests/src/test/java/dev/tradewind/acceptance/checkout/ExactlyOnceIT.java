package dev.tradewind.acceptance.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.StaffClient;
import dev.tradewind.acceptance.Storefront;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Concurrent completions: a cart has one order, and a unit of stock one buyer. */
class ExactlyOnceIT {

  private static Shop shop;
  private static Storefront storefront;

  @BeforeAll
  static void open() {
    shop = Shop.shared();
    storefront = shop.storefront();
  }

  enum Keys {
    SAME(call -> new String[] {"Idempotency-Key", "one-key"}),
    DIFFERENT(call -> new String[] {"Idempotency-Key", "key-" + call}),
    NONE(call -> new String[0]);

    private final IntFunction<String[]> headers;

    Keys(IntFunction<String[]> headers) {
      this.headers = headers;
    }
  }

  @ParameterizedTest
  @EnumSource
  void fiftyConcurrentCompletionsOfOneCartPlaceOneOrder(Keys keys) {
    String variantId = shop.newVariant(1_000, 100).getString("id");
    String cartId = shop.readyCart(variantId, 2);

    List<Answer> answers =
        all(
            50,
            call ->
                storefront.postLater(
                    "/store/carts/" + cartId + "/complete", null, keys.headers.apply(call)));

    assertThat(answers).extracting(Answer::status).containsOnly(200);
    assertThat(answers)
        .extracting(answer -> answer.body().getJsonObject("data").getString("id"))
        .containsOnly(orderId(answers.get(0)));
    assertThat(shop.orderCount(cartId)).isEqualTo(1);
    assertThat(shop.stockOf(variantId)).isEqualTo(98);
    assertThat(shop.paymentAttempts(cartId)).containsExactly("used");
    if (keys == Keys.SAME) {
      assertThat(answers).extracting(Answer::text).containsOnly(answers.get(0).text());
    }
    assertThat(shop.events("commerce.order.v1", orderId(answers.get(0)), 2))
        .extracting(event -> event.header("ce_type"))
        .containsExactly("order.placed");
  }

  @Test
  void aKeyThatFindsTheCartCompletedReturnsTheSameBytesEverAfter() {
    String cartId = shop.readyCart(shop.newVariant(1_000, 1).getString("id"), 1);
    String path = "/store/carts/" + cartId + "/complete";
    String orderId = orderId(storefront.post(path, null));

    List<Answer> answers =
        all(10, call -> storefront.postLater(path, null, "Idempotency-Key", "later-" + cartId));
    new StaffClient(shop).post("/admin/orders/" + orderId, "{'metadata': {'gift': true}}");
    Answer afterChange =
        storefront.postLater(path, null, "Idempotency-Key", "later-" + cartId).join();

    assertThat(answers).extracting(Answer::text).containsOnly(afterChange.text());
    assertThat(storefront.post(path, null).text()).contains("\"gift\":true");
  }

  @Test
  void oneOfTwentyConcurrentCartsGetsTheLastUnit() {
    String variantId = shop.newVariant(1_000, 1).getString("id");
    List<String> carts =
        IntStream.range(0, 20).mapToObj(shopper -> shop.readyCart(variantId, 1)).toList();

    List<Answer> answers =
        all(
            20,
            shopper ->
                storefront.postLater("/store/carts/" + carts.get(shopper) + "/complete", null));

    assertThat(answers).filteredOn(answer -> answer.status() == 200).hasSize(1);
    assertThat(answers).filteredOn(answer -> answer.status() == 409).hasSize(19);
    assertThat(answers)
        .filteredOn(answer -> answer.status() == 409)
        .extracting(answer -> answer.body().getString("code"))
        .containsOnly("insufficient_inventory");
    assertThat(shop.stockOf(variantId)).isZero();
    assertThat(carts.stream().mapToLong(shop::orderCount).sum()).isEqualTo(1);
  }

  private static String orderId(Answer answer) {
    JsonObject order = answer.body().getJsonObject("data");
    return order.getString("id");
  }

  private static List<Answer> all(int count, IntFunction<CompletableFuture<Answer>> call) {
    List<CompletableFuture<Answer>> calls = IntStream.range(0, count).mapToObj(call).toList();
    return calls.stream().map(CompletableFuture::join).toList();
  }
}
