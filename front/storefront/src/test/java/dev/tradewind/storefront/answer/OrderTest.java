package dev.tradewind.storefront.answer;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OrderTest {

  private static final String ORDER =
      """
      {'id': 'order_1', 'display_id': 1, 'email': 'a@b.co', 'created_at': '2026-11-01T08:00:00Z',
       'status': 'pending', 'payment_status': 'captured', 'fulfillment_status': 'shipped',
       'region_id': 'reg_1', 'currency_code': 'eur',
       'items': [{'id': 'a', 'title': 'Shirt', 'quantity': 5, 'returned_quantity': %d,
                  'is_return': false, 'total': 0, 'original_total': 0}],
       'shipping_methods': [], 'payments': [], 'returns': [%s], 'swaps': [%s], 'claims': [%s],
       'shipping_total': 0, 'shipping_tax_total': 0, 'gift_card_total': 0,
       'gift_card_tax_total': 0, 'tax_total': 0, 'total': 0, 'paid_total': 0,
       'refunded_total': 0}
      """;

  private static final String SWAP =
      "'payment_status': 'awaiting', 'fulfillment_status': 'not_fulfilled', 'additional_items': "
          + "[{'id': 'b', 'title': 'Cap', 'quantity': 2, 'fulfilled_quantity': %s}]";

  /** As the API refuses it: each unit is settled once, by its return, swap or claim. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        "0 | -         | -              | -                    | a 5",
        "2 | -         | -              | -                    | a 3",
        "5 | -         | -              | -                    | ''",
        "1 | requested | -              | -                    | a 2",
        "1 | requires_action | -        | -                    | a 2",
        "2 | received  | -              | -                    | a 3",
        "0 | canceled  | -              | -                    | a 5",
        "0 | -         | requested 0    | -                    | a 3",
        "0 | -         | canceled 0     | -                    | a 3",
        "2 | -         | received 2     | -                    | 'a 3, b 2'",
        "0 | -         | deleted 0      | -                    | a 5",
        "0 | -         | -              | open                 | a 4",
        "0 | -         | -              | canceled             | a 5"
      })
  void settledUnitsAreNotOfferedAgain(
      int returned, String returns, String swap, String claim, String offered) {
    String swaps = "";
    if (swap != null) {
      String[] parts = swap.split(" ");
      boolean isGone = parts[0].equals("deleted");
      swaps =
          "{%s, 'canceled_at': %s, 'return_order': %s}"
              .formatted(
                  SWAP.formatted(parts[1]),
                  isGone ? "'2026-11-02T08:00:00Z'" : "null",
                  back(isGone ? "canceled" : parts[0]));
    }
    String claims =
        claim == null
            ? ""
            : ("{'canceled_at': %s, 'claim_items': [{'item_id': 'a', 'quantity': 1}],"
                    + " 'additional_items': []}")
                .formatted(claim.equals("open") ? "null" : "'2026-11-02T08:00:00Z'");
    String order = ORDER.formatted(returned, returns == null ? "" : back(returns), swaps, claims);

    assertThat(
            Answer.ORDER
                .reader()
                .apply(new JsonObject("{'order': %s}".formatted(order).replace('\'', '"')))
                .order()
                .returnable()
                .stream()
                .map(one -> one.id() + " " + one.most())
                .collect(Collectors.joining(", ")))
        .isEqualTo(offered);
  }

  private static String back(String status) {
    return ("{'id': 'ret_1', 'status': '%s', 'created_at': '2026-11-02T08:00:00Z',"
            + " 'updated_at': '2026-11-02T08:00:00Z', 'refund_amount': 0, 'items':"
            + " [{'item_id': 'a', 'quantity': 2, 'requested_quantity': 2}]}")
        .formatted(status);
  }
}
