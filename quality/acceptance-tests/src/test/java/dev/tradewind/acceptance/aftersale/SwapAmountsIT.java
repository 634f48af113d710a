package dev.tradewind.acceptance.aftersale;

import static dev.tradewind.acceptance.StaffClient.ok;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.kernel.json.JsonArrays;
import dev.tradewind.testing.AfterSaleCases;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Amounts of swaps, as the cases say. */
class SwapAmountsIT {

  @RegisterExtension static final SwapShop swaps = new SwapShop();

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

  static Stream<String> casesOfTheReference() {
    return SwapFixture.CASES.keySet().stream().filter(name -> !DECIDED.containsKey(name));
  }

  @ParameterizedTest
  @MethodSource("casesOfTheReference")
  void theAmountsOfASwapAreThoseOfTheCase(String name) {
    JsonObject expected = SwapFixture.CASES.get(name).getJsonObject("expected");
    SwapFixture fixture = swaps.fixtureOf(name);
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
    SwapFixture fixture = swaps.fixtureOf(name);
    String option = created(fixture, expected);

    assertThat(fixture.cart().getLong("total")).isEqualTo(DECIDED.get(name).get(0));
    assertCompleted(fixture, fixture.prepare(option), expected, DECIDED.get(name).get(1));
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

  @ParameterizedTest
  @ValueSource(strings = {"swap-percentage-partial", "swap-fixed-total"})
  void additionalLinesHaveTheDiscountOfTheCartBeforeTheConfirmation(String name) {
    SwapFixture fixture = swaps.fixtureOf(name);
    fixture.create();
    JsonObject cart = fixture.cart();

    JsonObject swap =
        swaps.staff.get("/admin/swaps/" + fixture.swap().getString("id")).getJsonObject("swap");

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
}
