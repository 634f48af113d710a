package dev.tradewind.acceptance.aftersale;

import static dev.tradewind.acceptance.StaffClient.assertRefused;
import static dev.tradewind.acceptance.StaffClient.ok;
import static dev.tradewind.acceptance.aftersale.SwapShop.DEARER;
import static dev.tradewind.acceptance.aftersale.SwapShop.atOnce;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Answer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Swaps over HTTP, from their creation to their receipt; concurrent requests have one effect. */
class SwapsIT {

  @RegisterExtension static final SwapShop swaps = new SwapShop();

  @Test
  void concurrentCreationsNeverReturnAUnitTwice() {
    SwapFixture fixture = swaps.fixtureOf(DEARER);
    JsonObject body = fixture.swapBody();

    List<Answer> answers = atOnce(6, () -> fixture.sendLater(fixture.path() + "/swaps", body));

    assertThat(answers).filteredOn(answer -> answer.status() == 200).hasSize(2);
    assertThat(answers)
        .filteredOn(answer -> answer.status() != 200)
        .allSatisfy(answer ->
            assertRefused(
                answer, 400, "not_allowed", "Cannot return more items than have been purchased"));
    assertThat(fixture.shown().getJsonArray("swaps")).hasSize(2);
  }

  @Test
  void aRepeatedKeyAnswersTheSameSwap() {
    SwapFixture fixture = swaps.fixtureOf(DEARER);
    JsonObject body = fixture.swapBody();
    String[] headers = {"Idempotency-Key", "key-" + fixture.order};
    String[] credentials = swaps.staff.credentials();
    String[] all = {headers[0], headers[1], credentials[0], credentials[1]};

    List<Answer> answers =
        atOnce(4, () -> swaps.shop.storefront().postLater(fixture.path() + "/swaps", body, all));

    assertThat(answers)
        .allSatisfy(answer -> assertThat(answer.status()).as(answer.text()).isEqualTo(200));
    assertThat(fixture.shown().getJsonArray("swaps")).hasSize(1);
    assertThat(
            swaps
                .shop
                .storefront()
                .post(fixture.path() + "/swaps", body.copy().put("no_notification", true), all)
                .status())
        .isEqualTo(422);
  }

  @Test
  void concurrentCompletionsConfirmOnce() {
    SwapFixture fixture = swaps.fixtureOf(DEARER);
    fixture.prepare(fixture.create());
    String cart = fixture.cartPath();
    String sent =
        fixture.swap().getJsonArray("additional_items").getJsonObject(0).getString("variant_id");
    int before = swaps.shop.stockOf(sent);

    List<Answer> answers =
        atOnce(8, () -> swaps.shop.storefront().postLater(cart + "/complete", null));

    assertThat(answers)
        .allSatisfy(answer -> assertThat(answer.status()).as(answer.text()).isEqualTo(200));
    assertThat(answers)
        .extracting(answer -> answer.body().getJsonObject("data").getLong("difference_due"))
        .containsOnly(2_700L);
    assertThat(swaps.shop.stockOf(sent)).isEqualTo(before - 1);
    assertThat(fixture.shown().getJsonArray("payments")).hasSize(2);
    assertThat(fixture.swap().getJsonObject("payment").getLong("amount")).isEqualTo(2_700);
    assertRefused(
        swaps.shop.storefront().post(cart, new JsonObject().put("email", "other@example.com")),
        400,
        "not_allowed",
        "The cart is completed and cannot be changed");
  }

  @Test
  void concurrentProcessingsCaptureOnce() {
    SwapFixture fixture = processedConcurrently(DEARER);

    assertThat(fixture.shown().getLong("refunded_total")).isZero();
    assertThat(fixture.shown().getJsonArray("refunds")).isEmpty();
    assertThat(fixture.swap().getString("payment_status")).isEqualTo("captured");
  }

  @Test
  void concurrentProcessingsRefundOnce() {
    SwapFixture fixture = processedConcurrently("swap-cheaper");

    assertThat(fixture.shown().getLong("refunded_total")).isEqualTo(3_600);
    assertThat(fixture.shown().getJsonArray("refunds")).hasSize(1);
    assertThat(fixture.swap().getString("payment_status")).isEqualTo("difference_refunded");
  }

  private static SwapFixture processedConcurrently(String name) {
    SwapFixture fixture = swaps.fixtureOf(name);
    fixture.prepare(fixture.create());
    ok(fixture.complete());
    String path = fixture.path() + "/swaps/" + fixture.swap().getString("id");

    List<Answer> answers = atOnce(6, () -> fixture.sendLater(path + "/process-payment", null));

    assertThat(answers)
        .allSatisfy(answer -> assertThat(answer.status()).as(answer.text()).isEqualTo(200));
    return fixture;
  }

  @Test
  void theCaptureOfTheOrderOrOfThePaymentSettlesASwap() {
    SwapFixture byOrder = swaps.fixtureOf(DEARER);
    byOrder.prepare(byOrder.create());
    ok(byOrder.complete());
    SwapFixture byPayment = swaps.fixtureOf(DEARER);
    byPayment.prepare(byPayment.create());
    ok(byPayment.complete());
    String payment = byPayment.swap().getJsonObject("payment").getString("id");

    ok(byOrder.send(byOrder.path() + "/capture", null));
    ok(byPayment.send("/admin/payments/" + payment + "/capture", null));

    assertThat(List.of(byOrder, byPayment))
        .extracting(fixture -> fixture.swap().getString("payment_status"))
        .containsOnly("captured");
  }

  @Test
  void theLastUnitIsSwappedOnce() {
    SwapFixture fixture = swaps.fixtureOf(DEARER);
    String last = swaps.shop.newVariant(2_000, 1).getString("id");
    JsonObject body =
        new JsonObject()
            .put("order_id", fixture.order)
            .put(
                "return_items",
                new JsonArray()
                    .add(new JsonObject().put("item_id", fixture.line("a")).put("quantity", 1)))
            .put(
                "additional_items",
                new JsonArray().add(new JsonObject().put("variant_id", last).put("quantity", 1)));
    List<String> carts = new ArrayList<>();
    for (int swap = 0; swap < 2; swap++) {
      String cart =
          "/store/carts/"
              + ok(swaps.shop.storefront().post("/store/swaps", body))
                  .getJsonObject("swap")
                  .getString("cart_id");
      ok(swaps.shop.storefront().post(cart + "/payment-sessions", null));
      carts.add(cart);
    }

    List<CompletableFuture<Answer>> sent =
        carts.stream()
            .map(cart -> swaps.shop.storefront().postLater(cart + "/complete", null))
            .toList();
    List<Answer> answers = sent.stream().map(CompletableFuture::join).toList();

    assertThat(answers).extracting(Answer::status).containsExactlyInAnyOrder(200, 409);
    assertThat(answers)
        .filteredOn(answer -> answer.status() == 409)
        .allSatisfy(answer ->
            assertThat(answer.body().getString("code")).isEqualTo("insufficient_inventory"));
    assertThat(swaps.shop.stockOf(last)).isZero();
    assertThat(fixture.shown().getJsonArray("payments")).hasSize(2);
  }

  @Test
  void aSwapIsFulfilledShippedAndReceived() {
    SwapFixture fixture = swaps.fixtureOf(DEARER);
    fixture.prepare(fixture.create());
    assertRefused(
        fixture.onSwap("/fulfillments", new JsonObject()),
        400,
        "not_allowed",
        "Cannot fulfill an swap that doesn't have shipping methods");
    ok(fixture.complete());
    List<Answer> fulfilled =
        atOnce(
            4,
            () ->
                fixture.sendLater(
                    fixture.path() + "/swaps/" + fixture.swap().getString("id") + "/fulfillments",
                    new JsonObject()));
    assertThat(fulfilled).filteredOn(answer -> answer.status() == 200).hasSize(1);
    JsonObject swap = fixture.swap();
    assertThat(swap.getString("fulfillment_status")).isEqualTo("fulfilled");
    assertThat(swap.getJsonArray("fulfillments")).hasSize(1);
    String fulfillment = swap.getJsonArray("fulfillments").getJsonObject(0).getString("id");
    ok(fixture.onSwap("/fulfillments/" + fulfillment + "/cancel", null));
    ok(fixture.onSwap("/fulfillments/" + fulfillment + "/cancel", null));
    assertThat(fixture.swap().getString("fulfillment_status")).isEqualTo("canceled");
    ok(fixture.onSwap("/fulfillments", new JsonObject()));
    String second =
        fixture.swap().getJsonArray("fulfillments").stream()
            .map(JsonObject.class::cast)
            .filter(each -> each.getString("canceled_at") == null)
            .findFirst()
            .orElseThrow()
            .getString("id");
    JsonObject shipment =
        new JsonObject()
            .put("fulfillment_id", second)
            .put("tracking_numbers", new JsonArray().add("T1"));
    ok(fixture.onSwap("/shipments", shipment));
    assertThat(fixture.swap().getString("fulfillment_status")).isEqualTo("shipped");
    assertThat(fixture.shown().getString("fulfillment_status")).isEqualTo("shipped");
    assertThat(fixture.shown().getJsonArray("fulfillments")).hasSize(1);

    JsonObject returned = fixture.swap().getJsonObject("return_order");
    int before = swaps.shop.stockOf(fixture.variant("a"));
    String receive = "/admin/returns/" + returned.getString("id") + "/receive";
    JsonObject came =
        new JsonObject()
            .put(
                "items",
                new JsonArray()
                    .add(new JsonObject().put("item_id", fixture.line("a")).put("quantity", 1)));
    List<Answer> received = atOnce(4, () -> fixture.sendLater(receive, came));
    assertThat(received).filteredOn(answer -> answer.status() == 200).hasSize(1);
    String swapId = fixture.swap().getString("id");
    assertThat(received)
        .filteredOn(answer -> answer.status() == 200)
        .allSatisfy(answer ->
            assertThat(answer.body().getJsonObject("return").getJsonObject("swap").getString("id"))
                .isEqualTo(swapId));
    assertThat(swaps.staff.get("/admin/returns?limit=1000").getJsonArray("returns"))
        .map(JsonObject.class::cast)
        .filteredOn(each -> each.getString("id").equals(returned.getString("id")))
        .singleElement()
        .satisfies(
            each -> assertThat(each.getJsonObject("swap").getString("id")).isEqualTo(swapId));
    assertThat(swaps.shop.stockOf(fixture.variant("a"))).isEqualTo(before + 1);
    JsonObject order = fixture.shown();
    assertThat(order.getLong("refunded_total")).isZero();
    assertThat(order.getString("fulfillment_status")).isEqualTo("shipped");
    assertThat(fixture.swap().getJsonObject("return_order").getString("status"))
        .isEqualTo("received");
    assertRefused(
        fixture.onSwap("/cancel", null),
        400,
        "not_allowed",
        "All fulfillments must be canceled before the swap can be canceled");
  }

  /** A mail plugin looks at the fulfillment. */
  @Test
  void theShipmentOfASwapIsSilentIfTheSwapIs() {
    SwapFixture fixture = swaps.fixtureOf(DEARER);
    fixture.prepare(fixture.create(new JsonObject().put("no_notification", true)));
    ok(fixture.complete());
    ok(fixture.onSwap("/fulfillments", new JsonObject()));
    String id = fixture.swap().getJsonArray("fulfillments").getJsonObject(0).getString("id");

    ok(fixture.onSwap("/shipments", new JsonObject().put("fulfillment_id", id)));

    assertThat(
            fixture
                .swap()
                .getJsonArray("fulfillments")
                .getJsonObject(0)
                .getBoolean("no_notification"))
        .isTrue();
  }

  @Test
  void statementsDoNotDependOnTheNumberOfSwaps() {
    SwapFixture one = swaps.fixtureOf("swap-quantities");
    one.create();
    SwapFixture several = swaps.fixtureOf("swap-quantities");
    several.create();
    ok(
        several.send(
            several.path() + "/swaps", several.swapBody().put("return_items", new JsonArray())));
    for (SwapFixture fixture : List.of(one, several)) {
      fixture.shown();
    }
    assertThat(several.shown().getJsonArray("swaps")).hasSize(2);

    assertThat(swaps.shop.fewestStatements(several::shown))
        .hasSameSizeAs(swaps.shop.fewestStatements(one::shown));
    // Authentication; page and count.
    assertThat(swaps.shop.fewestStatements(() -> swaps.staff.get("/admin/swaps?limit=50")))
        .hasSizeLessThanOrEqualTo(3);

    one.prepare(null);
    String cart = one.cartPath();
    // The cart, its swap twice, the payment attempt, and the confirmation in one transaction.
    assertThat(statements(() -> ok(swaps.shop.storefront().post(cart + "/complete", null))))
        .hasSizeLessThanOrEqualTo(30)
        // From there on the database ends the transaction at the deadline of the request.
        .satisfiesOnlyOnce(statement ->
            assertThat(statement).contains("limit_transaction").contains("cart.close_"));
  }

  private static List<String> statements(Runnable request) {
    swaps.shop.statements();
    request.run();
    return swaps.shop.statements();
  }
}
