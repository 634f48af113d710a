package dev.tradewind.order.fulfillment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tradewind.api.order.ShippingMethodDetails;
import dev.tradewind.order.Orders;
import dev.tradewind.order.aftersale.Fulfillment;
import dev.tradewind.order.line.LineProgress;
import dev.tradewind.order.line.OrderLine;
import dev.tradewind.order.line.OrderShippingMethod;
import dev.tradewind.order.model.OrderSnapshot;
import dev.tradewind.totals.MethodTotals;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rules about which units can be fulfilled, and by which shipping method. */
class FulfillmentPlanTest {

  /** Two mugs. */
  private static final OrderLine LINE =
      OrderSnapshot.of(Orders.request(Orders.TOTALS_INPUT), Orders.PLACED).lines().getFirst();

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        // fulfilled, returned, pending, units, possible
        "-, -, 0, 2, true",
        "-, -, 0, 3, false",
        "1, -, 0, 1, true",
        "1, -, 0, 2, false",
        "2, -, 0, 1, false",
        "0, -, 0, 2, true",
        "-, -, 1, 1, true",
        "-, -, 1, 2, false",
        "1, -, 1, 1, false",
        "-, 1, 0, 1, true",
        "-, 1, 0, 2, false",
        "1, 1, 0, 1, true",
        "1, 2, 0, 1, false",
      })
  void unitsAreFulfilledOnceAndNotAfterTheyCameBack(
      Long fulfilled, Long returned, long pending, long units, boolean possible) {
    OrderLine line = LINE.withProgress(new LineProgress(fulfilled, null, returned));
    Runnable check =
        () ->
            FulfillmentPlan.requireUnfulfilled(
                List.of(new Fulfillment.Item("item_1", units)),
                List.of(line),
                Map.of("item_1", pending));

    if (possible) {
      check.run();
    } else {
      assertThatThrownBy(check::run)
          .hasMessage("Cannot fulfill more items than have been purchased");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a=sp_1             | sm_1:a",
        "a=sp_2             | sm_2:a",
        "a=sp_1 b=sp_2      | sm_1:a sm_2:b",
        "a=sp_2 b=sp_2      | sm_2:a,b",
        "a=sp_3             | sm_1:a",
        "a=- b=sp_2 c=sp_1  | sm_1:a,c sm_2:b",
      })
  void aLineGoesToTheMethodOfItsProfileElseToTheFirst(String profiles, String parts) {
    List<String[]> lines =
        List.of(profiles.split(" ")).stream().map(each -> each.split("=")).toList();
    List<FulfillmentPlan.Part> assigned =
        FulfillmentPlan.assign(
            lines.stream().map(line -> new Fulfillment.Item(line[0], 1)).toList(),
            List.of(method("sm_1", "sp_1"), method("sm_2", "sp_2")),
            lines.stream()
                .filter(line -> !line[1].equals("-"))
                .collect(Collectors.toMap(line -> line[0], line -> line[1])));

    assertThat(
            assigned.stream()
                .map(part ->
                    part.method().details().id()
                        + ":"
                        + part.items().stream()
                            .map(Fulfillment.Item::lineId)
                            .collect(Collectors.joining(",")))
                .collect(Collectors.joining(" ")))
        .isEqualTo(parts);
  }

  private static OrderShippingMethod method(String id, String profile) {
    return new OrderShippingMethod(
        new ShippingMethodDetails(
            id, "so_1", new JsonObject(), new JsonObject().put("profile_id", profile)),
        null,
        0,
        false,
        List.of(),
        new MethodTotals(0, 0, 0, 0, 0));
  }
}
