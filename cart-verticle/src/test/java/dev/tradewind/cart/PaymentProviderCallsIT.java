package dev.tradewind.cart;

import static dev.tradewind.cart.CartShop.id;
import static dev.tradewind.cart.FakeCatalog.EU;
import static dev.tradewind.cart.FakeCatalog.SHIRT;
import static dev.tradewind.cart.FakeCatalog.US;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.providers.test.TestPaymentProvider;
import dev.tradewind.providers.test.TestPaymentProvider.Call;
import dev.tradewind.providers.test.TestPaymentProvider.Outcome;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PaymentProviderCallsIT {

  private final CartShop shop = new CartShop();
  private String cartId = "";

  @BeforeEach
  void aCartWhereBothProvidersMayBePaid() {
    TestPaymentProvider.reset();
    offer("manual", TestPaymentProvider.ID);
    cartId = shop.cartWithShirts(1);
    shop.openSessions(cartId);
  }

  @AfterEach
  void close() {
    shop.close();
  }

  @Test
  void aProviderKnowsASessionOnlyOnceItIsSelected() {
    assertThat(TestPaymentProvider.calls()).isEmpty();

    JsonObject cart = shop.cart(select(TestPaymentProvider.ID));

    assertThat(TestPaymentProvider.calls())
        .extracting(Call::toString)
        .containsExactly("create 1200");
    JsonObject session = cart.getJsonObject("payment_session");
    assertThat(TestPaymentProvider.calls())
        .extracting(Call::key)
        .containsExactly(session.getString("id"));
    assertThat(session.getJsonObject("data").getString("status")).isEqualTo("pending");
  }

  @Test
  void everyNewTotalIsSentUnderItsOwnIdempotencyKey() {
    select(TestPaymentProvider.ID);
    shop.add(cartId, SHIRT, 1);
    String lineId = shop.get(cartId).getJsonArray("items").getJsonObject(0).getString("id");
    shop.call(
        "storeUpdateLineItem",
        id(cartId).put("line_id", lineId),
        new JsonObject().put("quantity", 1));
    shop.add(cartId, SHIRT, 1);

    assertThat(TestPaymentProvider.calls())
        .extracting(Call::toString)
        .containsExactly("create 1200", "update 2400", "update 1200", "update 2400");
    assertThat(TestPaymentProvider.calls()).extracting(Call::key).doesNotHaveDuplicates();
  }

  @Test
  void aDeselectedSessionIsDeletedAtItsProvider() {
    select(TestPaymentProvider.ID);
    select("manual");

    assertThat(TestPaymentProvider.calls())
        .extracting(Call::toString)
        .containsExactly("create 1200", "delete 1200");
  }

  @Test
  void aRegionChangeDeletesTheSessionAtItsProvider() {
    select(TestPaymentProvider.ID);
    shop.update(cartId, new JsonObject().put("region_id", US));

    assertThat(TestPaymentProvider.calls())
        .extracting(Call::toString)
        .containsExactly("create 1200", "delete 1200");
  }

  @Test
  void aProviderThatFailsLeavesTheCartAsItWas() {
    select(TestPaymentProvider.ID);
    JsonObject before = shop.get(cartId);
    TestPaymentProvider.answer(Outcome.FAILS);

    Reply reply = shop.send("storeAddLineItem", id(cartId), CartShop.line(SHIRT, 1));

    assertThat(reply.status()).isEqualTo(503);
    assertThat(shop.get(cartId)).isEqualTo(before);
  }

  private void offer(String... providers) {
    JsonArray offered = new JsonArray();
    List.of(providers).forEach(provider -> offered.add(new JsonObject().put("id", provider)));
    shop.catalog.regions.get(EU).put("payment_providers", offered);
  }

  private Reply select(String provider) {
    return shop.send(
        "storeSelectPaymentSession", id(cartId), new JsonObject().put("provider_id", provider));
  }
}
