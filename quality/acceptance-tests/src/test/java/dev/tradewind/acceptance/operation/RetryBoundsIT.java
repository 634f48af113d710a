package dev.tradewind.acceptance.operation;

import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.Storefront;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Bounds of the retries of checkout: if no attempt can succeed, the number of attempts is limited
 * and the response is a conflict.
 */
class RetryBoundsIT {

  private static Shop shop;
  private static Storefront storefront;

  @BeforeAll
  static void open() {
    shop = Shop.shared();
    storefront = shop.storefront();
  }

  @Test
  void aCompletionWhoseCartChangesEachTimeIsAConflictAfterSixPlacements() {
    String cartId = readyCart();
    refusePlacement(cartId, "TW003");

    List<String> statements = completeWithConflict(cartId);

    assertThat(statements).filteredOn(sql -> sql.contains("place_order(")).hasSize(6);
    assertThat(shop.paymentAttempts(cartId)).containsExactly("authorizing");
    allowPlacement();
    assertThat(complete(cartId).status()).isEqualTo(200);
    assertThat(shop.paymentAttempts(cartId)).containsExactly("used");
  }

  @Test
  void aPlacementWhoseDraftChangesEachTimeIsAConflictAfterFourAttempts() {
    String cartId = readyCart();
    refusePlacement(cartId, "TW008");

    List<String> statements = completeWithConflict(cartId);

    assertThat(statements).filteredOn(sql -> sql.contains("place_order(")).hasSize(4);
    allowPlacement();
    assertThat(complete(cartId).status()).isEqualTo(200);
  }

  @Test
  void aPlacementThatAlwaysMeetsADeadlockIsAConflictAfterFourAttempts() {
    String cartId = readyCart();
    refusePlacement(cartId, "40P01");

    List<String> statements = completeWithConflict(cartId);

    assertThat(statements).filteredOn(sql -> sql.contains("place_order(")).hasSize(4);
    allowPlacement();
    assertThat(complete(cartId).status()).isEqualTo(200);
  }

  @Test
  void aCartThatOthersAlwaysChangeFirstIsAConflictAfterAHundredAttempts() {
    String variantId = shop.newVariant(500, 9).getString("id");
    String cartId = shop.readyCart(variantId, 1);
    await(
        shop.carts()
            .query(
                """
                CREATE FUNCTION lose() RETURNS trigger LANGUAGE plpgsql AS
                  'BEGIN RETURN NULL; END';
                CREATE TRIGGER lose BEFORE UPDATE ON cart FOR EACH ROW
                  WHEN (OLD.id = '%s') EXECUTE FUNCTION lose();
                """
                    .formatted(cartId))
            .execute());
    shop.statements();

    Answer answer =
        storefront.post(
            "/store/carts/" + cartId + "/line-items",
            new JsonObject().put("variant_id", variantId).put("quantity", 1));

    await(shop.carts().query("DROP FUNCTION lose CASCADE").execute());
    assertThat(answer.status()).as(answer.text()).isEqualTo(409);
    // The first attempt is an additional one while the node has the cart in memory.
    assertThat(shop.statements())
        .filteredOn(sql -> sql.contains("UPDATE cart"))
        .hasSizeBetween(100, 101);
  }

  private static String readyCart() {
    return shop.readyCart(shop.newVariant(500, 9).getString("id"), 1);
  }

  private static Answer complete(String cartId) {
    return storefront.post("/store/carts/" + cartId + "/complete", null);
  }

  private static List<String> completeWithConflict(String cartId) {
    shop.statements();
    Answer answer = complete(cartId);
    assertThat(answer.status()).as(answer.text()).isEqualTo(409);
    assertThat(shop.orderCount(cartId)).isZero();
    return shop.statements();
  }

  private static void refusePlacement(String cartId, String sqlState) {
    await(
        shop.orders()
            .query(
                """
                CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
                  'BEGIN RAISE EXCEPTION ''refused'' USING ERRCODE = TG_ARGV[0]; END';
                CREATE TRIGGER refuse BEFORE INSERT ON "order" FOR EACH ROW
                  WHEN (NEW.cart_id = '%s') EXECUTE FUNCTION refuse('%s');
                """
                    .formatted(cartId, sqlState))
            .execute());
  }

  private static void allowPlacement() {
    await(shop.orders().query("DROP FUNCTION refuse CASCADE").execute());
  }
}
