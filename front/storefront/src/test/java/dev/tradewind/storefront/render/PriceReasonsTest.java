package dev.tradewind.storefront.render;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.storefront.answer.CalculationSteps.Step;
import dev.tradewind.storefront.design.Language;
import dev.tradewind.storefront.design.ShopDesign;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PriceReasonsTest {

  private static final Language ENGLISH = ShopDesign.DEFAULT.languages().get("en");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          line_price              | {"unit_price": 1000, "quantity": 3, "tax_inside": 0}   | 3000  | 3 × €10.00 = €30.00.
          line_price              | {"unit_price": 1190, "quantity": 1, "tax_inside": 190} | 1000  | 1 × €11.90 = €11.90. Of this, €1.90 is tax; the price without tax is €10.00.
          percentage_discount     | {"price": 3000, "percentage": 10}                      | 300   | 10 % off the price without tax: -€3.00.
          fixed_discount_share    | {"price": 10, "amount": 500, "price_of_all_lines": 30} | 166.7 | Part of €5.00 without tax off the whole cart: -€1.67.
          fixed_discount_per_unit | {"price": 3000, "amount": 100, "quantity": 3}          | 300   | €1.00 without tax off each piece: -€3.00.
          recorded_discount       | {"recorded": 12}                                       | 12    | Discount: -€0.12.
          line_tax                | {"base": 2700, "rate": 19}                             | 513   | Tax of 19 % on €27.00: €5.13.
          line_tax                | {"base": 2700, "rate": 5.5}                            | 149   | Tax of 5.5 % on €27.00: €1.49.
          shipping_price          | {"price": 595, "tax_inside": 95}                       | 500   | Price without tax: €5.00.
          shipping_tax            | {"price": 595, "rates": "19/100"}                      | 95    | Tax: €0.95.
          free_shipping           | {"price": 595}                                         | 0     | Free of charge by a code, instead of €5.95.
          gift_card_payment       | {"balance": 5000}                                      | 1200  | Pays €12.00.
          """)
  void aStepIsASentence(String rule, String input, double effect, String sentence) {
    Step step = new Step(rule, "some", new JsonObject(input), "total", effect);

    assertThat(PriceReasons.sentences(List.of(step), "eur", ENGLISH)).containsExactly(sentence);
  }

  /** 10.00 off three lines of the same price. */
  @Test
  void sharesOfAnAmountAddUpToIt() {
    List<Step> steps = new ArrayList<>();
    JsonObject amount = new JsonObject().put("amount", 1000);
    long[] spread = {334, 333, 333};
    for (int line = 0; line < spread.length; line++) {
      String id = "item_" + line;
      steps.add(new Step("fixed_discount_share", id, amount, "raw_discount_total", 333.3333));
      steps.add(new Step("discount_spread", id, new JsonObject(), "discount_total", spread[line]));
    }

    assertThat(PriceReasons.sentences(steps, "eur", ENGLISH))
        .containsExactly(
            "Part of €10.00 without tax off the whole cart: -€3.34.",
            "Part of €10.00 without tax off the whole cart: -€3.33.",
            "Part of €10.00 without tax off the whole cart: -€3.33.");
  }

  @ParameterizedTest
  @CsvSource({"sum", "discount_sum", "discount_spread", "tax_in_unit_price", "original_line_tax"})
  void stepsThatOnlyPrepareOthersAreNotTold(String rule) {
    Step step = new Step(rule, "some", new JsonObject(), "total", 12);

    assertThat(PriceReasons.sentences(List.of(step), "eur", ENGLISH)).isEmpty();
  }
}
