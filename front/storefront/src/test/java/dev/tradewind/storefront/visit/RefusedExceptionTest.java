package dev.tradewind.storefront.visit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.storefront.design.Language;
import dev.tradewind.storefront.design.ShopDesign;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RefusedExceptionTest {

  private static final Language ENGLISH = ShopDesign.DEFAULT.languages().get("en");

  private static final RefusalReasons REASONS =
      RefusalReasons.of(
          new JsonArray()
              .add(error("code_expired", "Discount {code} is expired", "storeUpdateCart"))
              .add(error("not_priced", "Cannot sell \"{title}\" (no price)", "storeAddLineItem")));

  private static JsonObject error(String reason, String message, String operation) {
    return new JsonObject()
        .put("reason", reason)
        .put("message", message)
        .put("operations", new JsonArray().add(operation));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          storeUpdateCart   | Discount A.*B is expired                      | This code is not valid any more.
          storeUpdateCart   | A Discount X is expired                       | Please check what you entered.
          storeGetCart      | Discount X is expired                         | Please check what you entered.
          storeAddLineItem  | Cannot sell "{1} (One)" (no price)            | This product has no price in your region, so it cannot be bought here.
          storeUpdateCart   | shipping_address.postal_code must be a string | Postal code: please check this entry.
          storeUpdateCart   | address_1 should not be empty, and more       | Address: please check this entry.
          storeUpdateCart   | foo must be a string                          | Please check what you entered.
          """)
  void aShopperReadsTheMostSpecialText(String operation, String message, String text) {
    Reply reply = Reply.problem(Problem.invalidData(message));

    assertThat(RefusedException.of(reply, operation, REASONS, ENGLISH)).hasMessage(text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          storeAddLineItem  | There is not as much in stock as you want.
          storeCompleteCart | Something in your cart is no longer in stock in this quantity. Please change the cart. Nothing was ordered or charged.
          """)
  void aCodeDecidesBeforeTheMessage(String operation, String text) {
    Reply reply = Reply.problem(Problem.notAllowed("Short", "insufficient_inventory"));

    assertThat(RefusedException.of(reply, operation, REASONS, ENGLISH)).hasMessage(text);
  }

  @Test
  void aShopperReadsWhatAHookOfTheShopHasWritten() {
    Reply reply = Reply.problem(Problem.notAllowed("We call you first.", "refused_by_hook"));

    assertThat(RefusedException.of(reply, "storeCompleteCart", REASONS, ENGLISH))
        .hasMessage("We call you first.");
  }
}
