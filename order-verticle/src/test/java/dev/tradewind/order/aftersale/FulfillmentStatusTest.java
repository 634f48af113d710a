package dev.tradewind.order.aftersale;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.order.Orders;
import dev.tradewind.order.line.LineProgress;
import dev.tradewind.order.line.OrderLine;
import dev.tradewind.order.model.OrderSnapshot;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Fulfillment status that follows from the line items and the status before. */
class FulfillmentStatusTest {

  /** Two mugs. */
  private static final OrderLine LINE =
      OrderSnapshot.of(Orders.request(Orders.TOTALS_INPUT), Orders.PLACED).lines().getFirst();

  /** Lines are fulfilled/shipped units. */
  @ParameterizedTest
  @CsvSource({
    "FULFILLED, 2/0 2/0, FULFILLED",
    "FULFILLED, 2/0 0/0, PARTIALLY_FULFILLED",
    "PARTIALLY_FULFILLED, 2/0 2/0, FULFILLED",
    "PARTIALLY_FULFILLED, 2/0 1/0, PARTIALLY_FULFILLED",
    "SHIPPED, 2/2 2/2, SHIPPED",
    "SHIPPED, 2/2 0/0, PARTIALLY_SHIPPED",
    "PARTIALLY_SHIPPED, 2/2 2/2, SHIPPED",
    "PARTIALLY_SHIPPED, 2/2 2/1, PARTIALLY_SHIPPED",
    "NOT_FULFILLED, 2/0 2/0, NOT_FULFILLED",
    "PARTIALLY_RETURNED, 2/2 2/2, PARTIALLY_RETURNED",
    "RETURNED, 2/2 0/0, RETURNED",
    "CANCELED, 2/0 2/0, CANCELED",
    "REQUIRES_ACTION, 2/0 2/0, REQUIRES_ACTION",
  })
  void anEditFollowsTheLineItemsItLeaves(
      FulfillmentStatus before, String lines, FulfillmentStatus after) {
    assertThat(before.afterEdit(lines(lines))).isEqualTo(after);
  }

  @ParameterizedTest
  @CsvSource({
    "NOT_FULFILLED, 2/0 2/0, FULFILLED",
    "NOT_FULFILLED, 2/0 1/0, PARTIALLY_FULFILLED",
    "PARTIALLY_FULFILLED, 2/0 2/0, FULFILLED",
    "CANCELED, 2/0 0/0, PARTIALLY_FULFILLED",
    "RETURNED, 2/0 2/0, FULFILLED",
    "PARTIALLY_SHIPPED, 2/1 2/0, PARTIALLY_SHIPPED",
    "PARTIALLY_RETURNED, 2/0 2/0, PARTIALLY_RETURNED",
    "REQUIRES_ACTION, 2/0 2/0, REQUIRES_ACTION",
  })
  void aFulfillmentKeepsTheStatusOfPartlyShippedAndReturnedOrders(
      FulfillmentStatus before, String lines, FulfillmentStatus after) {
    assertThat(before.afterFulfillment(lines(lines))).isEqualTo(after);
  }

  private static List<OrderLine> lines(String progress) {
    return Arrays.stream(progress.split(" "))
        .map(each -> each.split("/"))
        .map(units ->
            LINE.withProgress(
                new LineProgress(Long.valueOf(units[0]), Long.valueOf(units[1]), null)))
        .toList();
  }
}
