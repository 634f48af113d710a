package dev.tradewind.totals;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.vertx.core.json.JsonObject;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Recorded carts and orders, with corrected amounts for recorded defects. */
class RecordedTotalsTest {

  @ParameterizedTest
  @MethodSource("dev.tradewind.totals.TotalsCase#all")
  void aCartHasItsRecordedTotals(TotalsCase recorded) {
    TotalsInput input = recorded.totalsInput(recorded.automaticTaxes());

    assertShown(recorded, "cart", Shown.cart(CartTotals.of(input)));
  }

  @ParameterizedTest
  @MethodSource("taxedOnRequest")
  void requestedTaxesAreAsRecorded(TotalsCase recorded) {
    assertShown(
        recorded,
        "cart_after_tax_calculation",
        Shown.cart(CartTotals.of(recorded.totalsInput(true))));
  }

  @ParameterizedTest
  @MethodSource("dev.tradewind.totals.TotalsCase#all")
  void anOrderHasTheTotalsOfItsCart(TotalsCase recorded) {
    TotalsInput input = recorded.totalsInput(true);
    long total = CartTotals.of(input).total();

    OrderTotals order = OrderTotals.of(input, recorded.transactions(), total, 0);

    assertThat(order.total()).isEqualTo(total);
    assertShown(recorded, "order", Shown.order(order, input));
  }

  @ParameterizedTest
  @MethodSource("dev.tradewind.totals.TotalsCase#all")
  void totalsInputSurvivesStorage(TotalsCase recorded) {
    TotalsInput input = recorded.totalsInput(true);

    TotalsInput read = TotalsInput.parse(new JsonObject(input.toJson().encode()));

    assertThat(CartTotals.of(read)).isEqualTo(CartTotals.of(input));
  }

  @ParameterizedTest
  @MethodSource("dev.tradewind.totals.TotalsCase#all")
  void recordingsMarkedAsOddAreListedWithAReason(TotalsCase recorded) {
    assertThat(RightAmounts.contains(recorded.name())).isEqualTo(recorded.isMarkedAsOdd());
  }

  static Stream<TotalsCase> taxedOnRequest() {
    return TotalsCase.all()
        .filter(recorded -> recorded.expected().containsKey("cart_after_tax_calculation"));
  }

  private static void assertShown(TotalsCase recorded, String view, JsonObject computed) {
    JsonObject expected =
        recorded
            .expected()
            .getJsonObject(view)
            .copy()
            .mergeIn(RightAmounts.of(recorded.name(), view), true);
    JsonObject shown = Shown.onlyRecorded(computed, expected);
    expected.fieldNames().forEach(name -> compare(name, shown, expected));
  }

  private static void compare(String name, JsonObject shown, JsonObject expected) {
    if (!shown.containsKey(name)) {
      return;
    }
    if (expected.getValue(name) instanceof JsonObject inner) {
      assertThat(shown.getJsonObject(name).fieldNames()).as(name).isSubsetOf(inner.fieldNames());
      inner.fieldNames().forEach(each -> compare(each, shown.getJsonObject(name), inner));
      return;
    }
    assertThat(shown.getDouble(name))
        .as("%s of %s", name, shown)
        .isCloseTo(expected.getDouble(name), within(1e-9));
  }
}
