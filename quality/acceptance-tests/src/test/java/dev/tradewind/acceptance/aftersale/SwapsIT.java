package dev.tradewind.acceptance.aftersale;

import static dev.tradewind.acceptance.StaffClient.assertRefused;
import static dev.tradewind.acceptance.StaffClient.ok;
import static dev.tradewind.testing.Eventually.until;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.HeldLock;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.StaffClient;
import dev.tradewind.kernel.json.JsonArrays;
import dev.tradewind.testing.AfterSaleCases;
import dev.tradewind.testing.TestKafka;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Swaps over HTTP: concurrent requests have one effect; amounts as the cases say. */
class SwapsIT {

  /**
   * Totals of the cart before and with its shipping, where a case shows a fault of the reference.
   */
  private static final Map<String, List<Long>> DECIDED =
      Map.of(
          "swap-percentage-partial", List.of(2_160L, 2_160L),
          "swap-fixed-total", List.of(1_200L, 1_200L),
          "swap-inclusive", List.of(1_295L, 1_790L),
          "swap-rounding", List.of(0L, 0L),
          "swap-after-failed-completion", List.of(1_500L, 2_700L));

  private static final List<String> ORDER_AMOUNTS =
      List.of(
          "subtotal",
          "discount_total",
          "shipping_total",
          "tax_total",
          "gift_card_total",
          "gift_card_tax_total",
          "total");

  private static final List<String> CART_AMOUNTS =
      Stream.concat(ORDER_AMOUNTS.stream(), Stream.of("item_tax_total", "shipping_tax_total"))
          .toList();

  private static final List<String> METHOD_AMOUNTS =
      List.of("price", "subtotal", "tax_total", "total");

  private static final List<String> LINE_AMOUNTS =
      List.of("unit_price", "quantity", "subtotal", "discount_total", "tax_total", "total");

  private static final String DEARER = "swap-dearer";
  private static final String CHEAPER = "swap-cheaper";

  private static Shop shop;
  private static StaffClient staff;

  @BeforeAll
  static void open() {
    // Its regions are in the way of tests that take the first one of a currency.
    shop = Shop.publishingTo(TestKafka.bootstrapServers());
    staff = new StaffClient(shop);
  }

  @AfterAll
  static void close() {
    shop.close();
  }

  private static SwapFixture fixture(String name) {
    return SwapFixture.of(name, shop, staff);
  }

  static Stream<String> casesOfTheReference() {
    return SwapFixture.CASES.keySet().stream().filter(name -> !DECIDED.containsKey(name));
  }

  @ParameterizedTest
  @MethodSource("casesOfTheReference")
  void theAmountsOfASwapAreThoseOfTheCase(String name) {
    JsonObject expected = SwapFixture.CASES.get(name).getJsonObject("expected");
    SwapFixture fixture = fixture(name);
    String option = created(fixture, expected);

    assertAmounts(fixture, fixture.cart(), expected.getJsonObject("cart"));
    JsonObject prepared = fixture.prepare(option);
    assertAmounts(
        fixture,
        prepared,
        expected.getJsonObject("cart_with_shipping", expected.getJsonObject("cart")));
    assertCompleted(
        fixture, prepared, expected, expected.getJsonObject("completed").getLong("difference_due"));
  }

  static Stream<String> decidedCases() {
    return DECIDED.keySet().stream();
  }

  @ParameterizedTest
  @MethodSource("decidedCases")
  void theAmountsOfASwapAreThoseDecidedOtherwise(String name) {
    JsonObject expected = SwapFixture.CASES.get(name).getJsonObject("expected");
    SwapFixture fixture = fixture(name);
    String option = created(fixture, expected);

    assertThat(fixture.cart().getLong("total")).isEqualTo(DECIDED.get(name).get(0));
    assertCompleted(fixture, fixture.prepare(option), expected, DECIDED.get(name).get(1));
  }

  @Test
  void aSwapIsNotCompletedWithoutAPaymentSession() {
    SwapFixture fixture = fixture("swap-after-failed-completion");
    fixture.create();

    assertRefused(
        fixture.complete(),
        400,
        "not_allowed",
        "You cannot complete a cart without a payment session.");
  }

  private static String created(SwapFixture fixture, JsonObject expected) {
    assertEqual(fixture.shown(), expected.getJsonObject("order"), ORDER_AMOUNTS);
    String option = fixture.create();
    assertThat(fixture.swap().getJsonObject("return_order").getLong("refund_amount"))
        .isEqualTo(expected.getJsonObject("return").getLong("refund_amount"));
    return option;
  }

  /**
   * Completes the swap and processes its payment.
   *
   * @param due to be paid; negative: refunded
   */
  private static void assertCompleted(
      SwapFixture fixture, JsonObject prepared, JsonObject expected, long due) {
    assertThat(prepared.getLong("total")).isEqualTo(due);
    assertThat(numbers(prepared.getJsonArray("payment_sessions"), "amount"))
        .isEqualTo(due > 0 ? List.of((double) due) : List.of());

    JsonObject completed = ok(fixture.complete());

    assertThat(completed.getString("type")).isEqualTo("swap");
    JsonObject swap = completed.getJsonObject("data");
    assertThat(swap.getLong("difference_due")).isEqualTo(due);
    assertThat(swap.getString("payment_status")).isEqualTo(due == 0 ? "confirmed" : "awaiting");
    assertThat(fixture.onSwap("/process-payment", null).status()).isEqualTo(200);
    JsonObject order = fixture.shown();
    assertThat(fixture.swap().getString("payment_status"))
        .isEqualTo(due > 0 ? "captured" : "difference_refunded");
    long paid = expected.getJsonObject("order").getLong("paid_total");
    assertThat(order.getLong("paid_total")).isEqualTo(paid + Math.max(due, 0));
    assertThat(order.getLong("refunded_total")).isEqualTo(Math.max(-due, 0));
    assertEqual(order, expected.getJsonObject("order_after"), ORDER_AMOUNTS);
    assertThat(order.getString("payment_status")).isEqualTo("captured");
    assertThat(order.getJsonArray("refunds"))
        .extracting(refund -> ((JsonObject) refund).getString("reason"))
        .containsExactlyElementsOf(due < 0 ? List.of("swap") : List.of());
  }

  /** The kinds of cases are run here, by the tests of order edits, and by those of claims. */
  @Test
  void everyCaseIsOfAKindThatATestRuns() {
    assertThat(AfterSaleCases.all())
        .extracting(one -> one.getString("kind"))
        .containsOnly(AfterSaleCases.SWAP, AfterSaleCases.ORDER_EDIT, AfterSaleCases.CLAIM);
  }

  private static void assertAmounts(SwapFixture fixture, JsonObject cart, JsonObject expected) {
    assertEqual(cart, expected, CART_AMOUNTS);
    JsonObject lines = expected.getJsonObject("items");
    assertThat(cart.getJsonArray("items")).hasSize(lines.size());
    for (Object each : cart.getJsonArray("items")) {
      JsonObject line = (JsonObject) each;
      String key = fixture.key(line);
      JsonObject known = lines.getJsonObject(key);
      assertThat(known).as(key).isNotNull();
      assertEqual(line, known, LINE_AMOUNTS);
      assertThat(line.getBoolean("includes_tax"))
          .as(key)
          .isEqualTo(known.getBoolean("includes_tax"));
      assertThat(numbers(line.getJsonArray("adjustments"), "amount"))
          .as(key)
          .isEqualTo(numbers(known.getJsonArray("adjustments"), null));
    }
    JsonArray methods = expected.getJsonArray("shipping_methods");
    assertThat(cart.getJsonArray("shipping_methods")).hasSize(methods.size());
    for (int method = 0; method < methods.size(); method++) {
      assertEqual(
          cart.getJsonArray("shipping_methods").getJsonObject(method),
          methods.getJsonObject(method),
          METHOD_AMOUNTS);
    }
  }

  private static void assertEqual(JsonObject shown, JsonObject expected, List<String> amounts) {
    for (String amount : amounts) {
      assertThat(shown.getLong(amount)).as(amount).isEqualTo(expected.getLong(amount));
    }
  }

  private static List<Double> numbers(JsonArray values, @Nullable String member) {
    return values.stream()
        .map(each -> member == null ? each : ((JsonObject) each).getValue(member))
        .map(number -> ((Number) number).doubleValue())
        .toList();
  }

  @Test
  void concurrentCreationsNeverReturnAUnitTwice() {
    SwapFixture fixture = fixture(DEARER);
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
    SwapFixture fixture = fixture(DEARER);
    JsonObject body = fixture.swapBody();
    String[] headers = {"Idempotency-Key", "key-" + fixture.order};
    String[] credentials = staff.credentials();
    String[] all = {headers[0], headers[1], credentials[0], credentials[1]};

    List<Answer> answers =
        atOnce(4, () -> shop.storefront().postLater(fixture.path() + "/swaps", body, all));

    assertThat(answers)
        .allSatisfy(answer -> assertThat(answer.status()).as(answer.text()).isEqualTo(200));
    assertThat(fixture.shown().getJsonArray("swaps")).hasSize(1);
    assertThat(
            shop.storefront()
                .post(fixture.path() + "/swaps", body.copy().put("no_notification", true), all)
                .status())
        .isEqualTo(422);
  }

  @Test
  void concurrentCompletionsConfirmOnce() {
    SwapFixture fixture = fixture(DEARER);
    fixture.prepare(fixture.create());
    String cart = fixture.cartPath();
    String sent =
        fixture.swap().getJsonArray("additional_items").getJsonObject(0).getString("variant_id");
    int before = shop.stockOf(sent);

    List<Answer> answers = atOnce(8, () -> shop.storefront().postLater(cart + "/complete", null));

    assertThat(answers)
        .allSatisfy(answer -> assertThat(answer.status()).as(answer.text()).isEqualTo(200));
    assertThat(answers)
        .extracting(answer -> answer.body().getJsonObject("data").getLong("difference_due"))
        .containsOnly(2_700L);
    assertThat(shop.stockOf(sent)).isEqualTo(before - 1);
    assertThat(fixture.shown().getJsonArray("payments")).hasSize(2);
    assertThat(fixture.swap().getJsonObject("payment").getLong("amount")).isEqualTo(2_700);
    assertRefused(
        shop.storefront().post(cart, new JsonObject().put("email", "other@example.com")),
        400,
        "not_allowed",
        "The cart is completed and cannot be changed");
  }

  @Test
  void concurrentProcessingsCaptureOrRefundOnce() {
    for (String name : List.of(DEARER, CHEAPER)) {
      SwapFixture fixture = fixture(name);
      fixture.prepare(fixture.create());
      ok(fixture.complete());
      String path = fixture.path() + "/swaps/" + fixture.swap().getString("id");

      List<Answer> answers = atOnce(6, () -> fixture.sendLater(path + "/process-payment", null));

      assertThat(answers)
          .allSatisfy(answer -> assertThat(answer.status()).as(answer.text()).isEqualTo(200));
      JsonObject order = fixture.shown();
      assertThat(order.getLong("refunded_total")).isEqualTo(name.equals(CHEAPER) ? 3_600 : 0);
      assertThat(order.getJsonArray("refunds")).hasSize(name.equals(CHEAPER) ? 1 : 0);
      assertThat(fixture.swap().getString("payment_status"))
          .isEqualTo(name.equals(CHEAPER) ? "difference_refunded" : "captured");
    }
  }

  @Test
  void theCaptureOfTheOrderOrOfThePaymentSettlesASwap() {
    SwapFixture byOrder = fixture(DEARER);
    byOrder.prepare(byOrder.create());
    ok(byOrder.complete());
    SwapFixture byPayment = fixture(DEARER);
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
    SwapFixture fixture = fixture(DEARER);
    String last = shop.newVariant(2_000, 1).getString("id");
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
              + ok(shop.storefront().post("/store/swaps", body))
                  .getJsonObject("swap")
                  .getString("cart_id");
      ok(shop.storefront().post(cart + "/payment-sessions", null));
      carts.add(cart);
    }

    List<CompletableFuture<Answer>> sent =
        carts.stream().map(cart -> shop.storefront().postLater(cart + "/complete", null)).toList();
    List<Answer> answers = sent.stream().map(CompletableFuture::join).toList();

    assertThat(answers).extracting(Answer::status).containsExactlyInAnyOrder(200, 409);
    assertThat(answers)
        .filteredOn(answer -> answer.status() == 409)
        .allSatisfy(answer ->
            assertThat(answer.body().getString("code")).isEqualTo("insufficient_inventory"));
    assertThat(shop.stockOf(last)).isZero();
    assertThat(fixture.shown().getJsonArray("payments")).hasSize(2);
  }

  @Test
  void aSwapIsFulfilledShippedAndReceived() {
    SwapFixture fixture = fixture(DEARER);
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
    int before = shop.stockOf(fixture.variant("a"));
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
    assertThat(staff.get("/admin/returns?limit=1000").getJsonArray("returns"))
        .map(JsonObject.class::cast)
        .filteredOn(each -> each.getString("id").equals(returned.getString("id")))
        .singleElement()
        .satisfies(
            each -> assertThat(each.getJsonObject("swap").getString("id")).isEqualTo(swapId));
    assertThat(shop.stockOf(fixture.variant("a"))).isEqualTo(before + 1);
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
    SwapFixture fixture = fixture(DEARER);
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
  void aCanceledSwapGivesBackItsGoodsAndItsPaymentOnce() {
    SwapFixture fixture = fixture(DEARER);
    fixture.prepare(fixture.create());
    ok(fixture.complete());
    ok(fixture.onSwap("/process-payment", null));
    JsonObject swap = fixture.swap();
    String sent = swap.getJsonArray("additional_items").getJsonObject(0).getString("variant_id");
    assertRefused(
        fixture.onSwap("/cancel", null),
        400,
        "not_allowed",
        "Return must be canceled before the swap can be canceled");
    ok(
        fixture.send(
            "/admin/returns/" + swap.getJsonObject("return_order").getString("id") + "/cancel",
            null));
    String path = fixture.path() + "/swaps/" + swap.getString("id") + "/cancel";

    List<Answer> answers = atOnce(4, () -> fixture.sendLater(path, null));

    assertThat(answers)
        .allSatisfy(answer -> assertThat(answer.status()).as(answer.text()).isEqualTo(200));
    assertThat(fixture.swap().getString("payment_status")).isEqualTo("canceled");
    assertThat(fixture.swap().getString("fulfillment_status")).isEqualTo("canceled");
    assertThat(shop.stockOf(sent)).isEqualTo(100);
    assertThat(fixture.shown().getLong("refunded_total")).isEqualTo(2_700);
    assertRefused(
        fixture.onSwap("/process-payment", null),
        400,
        "not_allowed",
        "Canceled swap cannot be processed");
  }

  @Test
  void theCartOfACanceledSwapIsNotCompleted() {
    SwapFixture fixture = fixture(DEARER);
    fixture.prepare(fixture.create());
    assertRefused(
        fixture.send(fixture.path() + "/cancel", null),
        400,
        "not_allowed",
        "All fulfillments must be canceled before canceling an order");
    ok(
        fixture.send(
            "/admin/returns/"
                + fixture.swap().getJsonObject("return_order").getString("id")
                + "/cancel",
            null));
    ok(fixture.onSwap("/cancel", null));

    assertRefused(
        fixture.complete(),
        400,
        "not_allowed",
        "Cart related to canceled swap cannot be completed");
    assertThat(shop.paymentAttempts(fixture.swap().getString("cart_id"))).isEmpty();
  }

  /**
   * The cancellation waits between its two locks, that of the stock and that of the order, while
   * the completion begins.
   */
  @Test
  void aCompletionDuringTheCancellationKeepsNeitherStockNorPayment() {
    SwapFixture fixture = fixture(DEARER);
    fixture.prepare(fixture.create());
    JsonObject swap = fixture.swap();
    String cart = fixture.cartPath();
    String sent = swap.getJsonArray("additional_items").getJsonObject(0).getString("variant_id");
    int stock = shop.stockOf(sent);
    String returned = swap.getJsonObject("return_order").getString("id");
    ok(fixture.send("/admin/returns/" + returned + "/cancel", null));
    long version = shop.orderVersion(fixture.order);
    String cancel = fixture.path() + "/swaps/" + swap.getString("id") + "/cancel";
    CompletableFuture<Answer> canceled;
    CompletableFuture<Answer> completed;

    try (HeldLock stockLock =
        new HeldLock(shop.orders(), "SELECT catalog.lock_stock($1)", swap.getString("id"))) {
      canceled = fixture.sendLater(cancel, null);
      int cancellation = stockLock.awaitWaiting(1).getFirst();
      try (HeldLock orderLock =
          new HeldLock(
              shop.orders(),
              "SELECT FROM \"order\" WHERE id = $1 FOR NO KEY UPDATE",
              fixture.order)) {
        completed = shop.storefront().postLater(cart + "/complete", null);
        orderLock.awaitWaiting(2);
        stockLock.release();
        orderLock.awaitWaitingForRow(cancellation);
        orderLock.release();
      }
    }

    ok(canceled.join());
    assertRefused(
        completed.join(), 400, "not_allowed", "Cart related to canceled swap cannot be completed");
    assertThat(fixture.swap().getString("payment_status")).isEqualTo("canceled");
    assertThat(shop.stockOf(sent)).isEqualTo(stock);
    assertThat(shop.paymentAttempts(swap.getString("cart_id"))).containsOnly("voided");
    assertThat(shop.orderVersion(fixture.order)).isEqualTo(version + 1);
  }

  @Test
  void theContentOfItsCartIsNotChanged() {
    SwapFixture fixture = fixture("swap-percentage");
    fixture.create();
    String cart = fixture.cartPath();
    JsonObject line =
        fixture.cart().getJsonArray("items").stream()
            .map(JsonObject.class::cast)
            .filter(each -> each.getBoolean("is_return"))
            .findFirst()
            .orElseThrow();
    assertThat(line.getLong("unit_price")).isEqualTo(-1_000);
    assertThat(line.getLong("total")).isEqualTo(-2_160);
    assertThat(line.getJsonArray("adjustments").getJsonObject(0).getLong("amount")).isEqualTo(-200);
    String refusal = "The line items and discounts of a swap cannot be changed";

    assertRefused(
        shop.storefront()
            .post(
                cart + "/line-items/" + line.getString("id"), new JsonObject().put("quantity", 1)),
        400,
        "not_allowed",
        refusal);
    assertRefused(
        shop.storefront().delete(cart + "/line-items/" + line.getString("id")),
        400,
        "not_allowed",
        refusal);
    assertRefused(
        shop.storefront()
            .post(
                cart + "/line-items",
                new JsonObject().put("variant_id", fixture.variant("a")).put("quantity", 1)),
        400,
        "not_allowed",
        refusal);
    assertRefused(
        shop.storefront().post(cart, new JsonObject().put("discounts", new JsonArray())),
        400,
        "not_allowed",
        refusal);
    ok(shop.storefront().post(cart, new JsonObject().put("context", new JsonObject())));
  }

  @Test
  void swapsAreReadByStaffAndByTheirCart() {
    SwapFixture fixture = fixture(DEARER);
    fixture.create();
    JsonObject swap = fixture.swap();

    JsonObject shown = staff.get("/admin/swaps/" + swap.getString("id")).getJsonObject("swap");
    assertThat(shown.getJsonObject("cart").getLong("total")).isEqualTo(1_500);
    assertThat(shown.getJsonObject("order").getString("id")).isEqualTo(fixture.order);
    JsonObject own =
        ok(shop.storefront().get("/store/swaps/" + swap.getString("cart_id")))
            .getJsonObject("swap");
    assertThat(own.getString("id")).isEqualTo(swap.getString("id"));
    assertThat(own.getJsonArray("additional_items").getJsonObject(0).getJsonObject("variant"))
        .isNotNull();
    JsonObject page = staff.get("/admin/swaps?limit=1");
    assertThat(page.getJsonArray("swaps")).hasSize(1);
    assertThat(page.getInteger("count")).isPositive();
    assertRefused(staff.tryGet("/admin/swaps/none"), 404, "not_found", "Swap was not found");
    assertRefused(
        shop.storefront().get("/store/swaps/none"), 404, "not_found", "Swap was not found");
  }

  @Test
  void theCartOfAShippedSwapShowsWhatIsTheSwaps() {
    SwapFixture fixture = fixture(DEARER);
    fixture.prepare(fixture.create());
    ok(fixture.complete());
    ok(fixture.onSwap("/fulfillments", new JsonObject()));
    JsonObject swap = fixture.swap();
    String fulfillment = swap.getJsonArray("fulfillments").getJsonObject(0).getString("id");
    ok(fixture.onSwap("/shipments", new JsonObject().put("fulfillment_id", fulfillment)));

    JsonObject shown = staff.get("/admin/swaps/" + swap.getString("id")).getJsonObject("swap");

    JsonObject additional = shown.getJsonArray("additional_items").getJsonObject(0);
    JsonObject line =
        JsonArrays.objects(shown.getJsonObject("cart").getJsonArray("items")).stream()
            .filter(item -> item.getString("id").equals(additional.getString("id")))
            .findFirst()
            .orElseThrow();
    assertThat(line.getInteger("fulfilled_quantity")).isEqualTo(1);
    assertThat(line.getInteger("shipped_quantity")).isEqualTo(1);
    assertThat(line.getJsonArray("tax_lines"))
        .isNotEmpty()
        .isEqualTo(
            fixture
                .swap()
                .getJsonArray("additional_items")
                .getJsonObject(0)
                .getJsonArray("tax_lines"));
    JsonObject method =
        shown.getJsonObject("cart").getJsonArray("shipping_methods").getJsonObject(0);
    assertThat(method.getString("swap_id")).isEqualTo(swap.getString("id"));
    assertThat(method.getString("order_id")).isNull();
    assertThat(
            fixture.cart().getJsonArray("shipping_methods").getJsonObject(0).getString("order_id"))
        .isNull();
  }

  @Test
  void theCartOfASwapShowsStoredTaxLinesOfItsReturnAndTheSwapOfItsMethods() {
    SwapFixture fixture = fixture(DEARER);
    String option = fixture.create();
    JsonArray returned = taxLinesOfReturn(fixture.cart());
    assertThat(returned).isNotEmpty();
    assertThat(JsonArrays.objects(returned))
        .allSatisfy(taxLine -> {
          assertThat(taxLine.getString("id")).startsWith("litl_");
          assertThat(taxLine.getString("created_at")).isNotEmpty();
        })
        .extracting(taxLine -> taxLine.getString("id"))
        .doesNotHaveDuplicates();

    fixture.prepare(option);
    assertThat(methodOfCart(fixture).getString("swap_id")).isNull();
    ok(fixture.complete());

    assertThat(methodOfCart(fixture).getString("swap_id"))
        .isEqualTo(fixture.swap().getString("id"));
    assertThat(taxLinesOfReturn(fixture.cart())).isEqualTo(returned);
  }

  @Test
  void theSwapOfAnErasedCustomerIsShown() {
    SwapFixture fixture = fixture(DEARER);
    fixture.prepare(fixture.create());
    ok(fixture.complete());
    String id = fixture.swap().getString("id");

    erase(fixture.shown().getString("customer_id"));

    assertThat(methodOfCart(fixture).getString("swap_id")).isNull();
    assertThat(staff.get("/admin/swaps/" + id).getJsonObject("swap").getString("id")).isEqualTo(id);
  }

  private static void erase(String customerId) {
    String path = "/admin/tradewind/customers/" + customerId + "/erasure";
    staff.post(path, "");
    until(() -> staff.get(path).getJsonObject("erasure").getValue("remaining") != null);
  }

  private static JsonObject methodOfCart(SwapFixture fixture) {
    return fixture.cart().getJsonArray("shipping_methods").getJsonObject(0);
  }

  private static JsonArray taxLinesOfReturn(JsonObject cart) {
    JsonArray taxLines = new JsonArray();
    JsonArrays.objects(cart.getJsonArray("items")).stream()
        .filter(item -> item.getBoolean("is_return"))
        .forEach(item -> taxLines.addAll(item.getJsonArray("tax_lines")));
    return taxLines;
  }

  @ParameterizedTest
  @ValueSource(strings = {"swap-percentage-partial", "swap-fixed-total"})
  void additionalLinesHaveTheDiscountOfTheCartBeforeTheConfirmation(String name) {
    SwapFixture fixture = fixture(name);
    fixture.create();
    JsonObject cart = fixture.cart();

    JsonObject swap =
        staff.get("/admin/swaps/" + fixture.swap().getString("id")).getJsonObject("swap");

    for (JsonObject additional : JsonArrays.objects(swap.getJsonArray("additional_items"))) {
      JsonObject line =
          JsonArrays.objects(cart.getJsonArray("items")).stream()
              .filter(item -> item.getString("id").equals(additional.getString("id")))
              .findFirst()
              .orElseThrow();
      assertThat(additional.getJsonArray("adjustments"))
          .isNotEmpty()
          .isEqualTo(line.getJsonArray("adjustments"));
      assertThat(additional.getLong("refundable"))
          .isEqualTo(
              line.getLong("unit_price") * line.getLong("quantity")
                  - line.getLong("discount_total"));
      assertThat(additional.getLong("discount_total")).isEqualTo(line.getLong("discount_total"));
    }
  }

  @Test
  void statementsDoNotDependOnTheNumberOfSwaps() {
    SwapFixture one = fixture("swap-quantities");
    one.create();
    SwapFixture several = fixture("swap-quantities");
    several.create();
    ok(
        several.send(
            several.path() + "/swaps", several.swapBody().put("return_items", new JsonArray())));
    for (SwapFixture fixture : List.of(one, several)) {
      fixture.shown();
    }
    assertThat(several.shown().getJsonArray("swaps")).hasSize(2);

    assertThat(shop.fewestStatements(several::shown))
        .hasSameSizeAs(shop.fewestStatements(one::shown));
    // Authentication; page and count.
    assertThat(shop.fewestStatements(() -> staff.get("/admin/swaps?limit=50")))
        .hasSizeLessThanOrEqualTo(3);

    one.prepare(null);
    String cart = one.cartPath();
    // The cart, its swap twice, the payment attempt, and the confirmation in one transaction.
    assertThat(statements(() -> ok(shop.storefront().post(cart + "/complete", null))))
        .hasSizeLessThanOrEqualTo(30)
        // From there on the database ends the transaction at the deadline of the request.
        .satisfiesOnlyOnce(statement ->
            assertThat(statement).contains("limit_transaction").contains("cart.close_"));
  }

  private static List<String> statements(Runnable request) {
    shop.statements();
    request.run();
    return shop.statements();
  }

  private static List<Answer> atOnce(int times, Supplier<CompletableFuture<Answer>> sent) {
    List<CompletableFuture<Answer>> answers =
        IntStream.range(0, times).mapToObj(number -> sent.get()).toList();
    return answers.stream().map(CompletableFuture::join).toList();
  }
}
