package dev.tradewind.acceptance.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.Storefront;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Concurrent commands on one cart and on carts of one customer. */
class CartConcurrencyIT {

  private static Shop shop;
  private static Storefront storefront;

  @BeforeAll
  static void open() {
    shop = Shop.shared();
    storefront = shop.storefront();
  }

  @Test
  void concurrentFirstUsesOfAnEmailCreateOneGuest() {
    String variantId = shop.newVariant(500, 100).getString("id");
    String region = storefront.region("eur").getString("id");
    List<String> carts =
        IntStream.range(0, 8)
            .mapToObj(each -> storefront.createCart(region, variantId, 1).getString("id"))
            .toList();
    JsonObject email = new JsonObject().put("email", "first." + variantId + "@example.com");

    List<Answer> answers =
        all(8, each -> storefront.postLater("/store/carts/" + carts.get(each), email));

    assertThat(answers).extracting(Answer::status).containsOnly(200);
    assertThat(answers.stream().map(answer -> answer.cart().getString("customer_id")).distinct())
        .hasSize(1);
  }

  @Test
  void concurrentCommandsOfEveryKindSucceed() {
    String variantId = shop.newVariant(500, 100).getString("id");
    String cartId = shop.readyCart(variantId, 1);
    String cart = "/store/carts/" + cartId;
    String option =
        storefront
            .get("/store/shipping-options/" + cartId)
            .body()
            .getJsonArray("shipping_options")
            .getJsonObject(0)
            .getString("id");
    JsonObject line = new JsonObject().put("variant_id", variantId).put("quantity", 1);

    List<Answer> answers =
        all(
            24,
            each ->
                switch (each % 6) {
                  case 0 -> storefront.postLater(cart + "/line-items", line);
                  case 1 ->
                      storefront.postLater(
                          cart, new JsonObject().put("email", "mixed" + each + "@example.com"));
                  case 2 ->
                      storefront.postLater(
                          cart + "/shipping-methods", new JsonObject().put("option_id", option));
                  case 3 -> storefront.postLater(cart + "/payment-sessions", null);
                  case 4 -> storefront.postLater(cart + "/taxes", null);
                  default ->
                      storefront.postLater(
                          cart, new JsonObject().put("context", new JsonObject().put("n", each)));
                });

    assertThat(answers)
        .allSatisfy(answer -> assertThat(answer.status()).as(answer.text()).isEqualTo(200));
    JsonObject after = storefront.get(cart).cart();
    assertThat(after.getJsonArray("items").getJsonObject(0).getInteger("quantity")).isEqualTo(5);
    assertThat(after.getJsonArray("shipping_methods").size()).isLessThanOrEqualTo(1);
    assertThat(after.getJsonArray("payment_sessions")).hasSize(1);
  }

  private static List<Answer> all(int count, IntFunction<CompletableFuture<Answer>> call) {
    List<CompletableFuture<Answer>> calls = IntStream.range(0, count).mapToObj(call).toList();
    return calls.stream().map(CompletableFuture::join).toList();
  }
}
