package dev.tradewind.email;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.spi.OrderTimeline;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OrderTimelineTest {

  private static final String LINE = "{'id': 'a', 'title': 'Shirt', 'description': 'Blue'}";

  /** Each part of an order leads to its steps; times are days of one month. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'canceled_at': 3                                                        | placed, canceled",
        "'payments': [{'amount': 500, 'captured_at': 2}, {'amount': 9}]          | placed, paid 500",
        "'refunds': [{'amount': 500, 'created_at': 2}]                           | placed, refunded 500",
        "'refunds': [{'amount': 500, 'created_at': 2, 'metadata': {'failed_amount': 500}}] | placed",
        "'refunds': [{'amount': 500, 'created_at': 2, 'metadata': {'failed_amount': 100}}]"
            + " | placed, refunded 400",
        "'fulfillments': [{'created_at': 2, 'items': [{'item_id': 'a', 'quantity': 2}]}]"
            + " | placed, packed 2 Shirt, Blue",
        "'fulfillments': [{'created_at': 2, 'canceled_at': 3, 'items': []}]      | placed",
        "'fulfillments': [{'created_at': 2, 'shipped_at': 3, 'items': [],"
            + " 'tracking_links': [{'tracking_number': 'N1'}]}] | placed, packed, shipped N1",
        "'returns': [{'status': 'requested', 'created_at': 2, 'items': [{'item_id': 'a',"
            + " 'quantity': 1}]}] | placed, return-requested 1 Shirt, Blue",
        "'returns': [{'status': 'canceled', 'created_at': 2, 'updated_at': 4, 'items': []}]"
            + " | placed, return-canceled",
        "'returns': [{'status': 'received', 'created_at': 2, 'received_at': 4, 'items':"
            + " [{'item_id': 'a', 'quantity': 1, 'requested_quantity': 2}]}]"
            + " | placed, return-requested 2 Shirt, Blue, returned 1 Shirt, Blue",
        "'returns': [{'status': 'received', 'created_at': 2, 'received_at': 2, 'items':"
            + " [{'item_id': 'a', 'quantity': 1}]}] | placed, returned 1 Shirt, Blue",
        "'swaps': [{'created_at': 2, 'additional_items': [{'id': 'b', 'title': 'Cap',"
            + " 'quantity': 1}], 'fulfillments': [], 'return_order': {'status': 'requested',"
            + " 'created_at': 2, 'items': []}}] | placed, exchange-requested 1 Cap",
        "'swaps': [{'created_at': 2, 'confirmed_at': 3, 'additional_items': [],"
            + " 'fulfillments': [{'created_at': 5, 'shipped_at': 6, 'items': []}],"
            + " 'return_order': {'status': 'received', 'created_at': 2, 'received_at': 4,"
            + " 'items': []}}]"
            + " | placed, return-requested, exchanged, returned, packed, exchange-shipped",
        "'swaps': [{'created_at': 2, 'canceled_at': 3, 'additional_items': [], 'fulfillments': []}]"
            + " | placed, exchange-canceled",
        "'claims': [{'created_at': 2, 'claim_items': [{'item_id': 'a', 'quantity': 1}],"
            + " 'fulfillments': [{'created_at': 3, 'shipped_at': 4, 'items': []}]}]"
            + " | placed, claimed 1 Shirt, Blue, packed, replacement-shipped",
        "'claims': [{'created_at': 2, 'canceled_at': 3, 'claim_items': []}]      | placed",
        "'edits': [{'requested_at': 2}, {'requested_at': 3, 'confirmed_at': 4},"
            + " {'requested_at': 5, 'declined_at': 6}] | placed, change-proposed, changed"
      })
  void aPartLeadsToItsSteps(String parts, String steps) {
    String order =
        "{'id': 'o', 'created_at': 1, 'items': [%s], %s}"
            .formatted(LINE, parts)
            .replaceAll("_at': (\\d)", "_at': '2026-11-0$1T08:00:00.000Z'")
            .replace('\'', '"');

    assertThat(
            OrderTimeline.of(new JsonObject(order)).stream()
                .map(OrderTimelineTest::shown)
                .collect(Collectors.joining(", ")))
        .isEqualTo(steps);
  }

  private static String shown(OrderTimeline.Step step) {
    JsonArray shown = new JsonArray().add(step.kind().key());
    if (step.amount() != null) {
      shown.add(step.amount());
    }
    step.pieces().forEach(piece -> shown.add(piece.quantity() + " " + piece.name()));
    step.parcels().forEach(parcel -> shown.add(parcel.number()));
    return shown.stream().map(String::valueOf).collect(Collectors.joining(" "));
  }
}
