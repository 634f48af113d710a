package dev.tradewind.order.payment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tradewind.order.Orders;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.Payment;
import dev.tradewind.order.model.PaymentBuilder;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Distribution of refunds over the payments of an order. */
class RefundPlanTest {

  private static final String ABOVE_PAID = "Cannot refund more than the original order amount";
  private static final String ABOVE_CAPTURED =
      "Refund amount is greater that the refundable amount";

  /**
   * Payments are amount/refunded/state, where the state is captured, authorized or voided; reserved
   * is the amount of an open refund of the first one.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "100/0/c           | 0  | 40  | 40",
        "100/0/c           | 0  | 100 | 100",
        "100/60/c          | 0  | 40  | 40",
        "100/60/c          | 0  | 41  | above paid",
        "100/0/c           | 70 | 30  | 30",
        "100/0/c           | 70 | 31  | above paid",
        "100/0/a           | 0  | 1   | above captured",
        "100/0/a           | 0  | 101 | above paid",
        "100/0/c 50/0/c    | 0  | 120 | 100 20",
        "100/90/c 50/0/c   | 0  | 20  | 10 10",
        "100/100/c 50/0/c  | 0  | 20  | 20",
        "100/0/a 50/0/c    | 0  | 50  | 50",
        "100/0/a 50/0/c    | 0  | 51  | above captured",
        "100/0/v 50/0/c    | 0  | 50  | 50",
        "100/0/v 50/0/c    | 0  | 51  | above captured",
      })
  void aRefundIsTakenFromCapturedPaymentsOldestFirst(
      String payments, long reserved, long amount, String parts) {
    List<Payment> paid = new ArrayList<>();
    for (String each : payments.split(" ")) {
      paid.add(payment("pay_" + paid.size(), each.split("/")));
    }
    Order order = Orders.placed(paid.toArray(Payment[]::new));
    RefundPlan plan =
        new RefundPlan(order, reserved == 0 ? List.of() : List.of(open(paid.getFirst(), reserved)));

    if (parts.startsWith("above")) {
      assertThatThrownBy(() -> plan.refund(amount, PaymentDetails.NONE, null))
          .hasMessage(parts.equals("above paid") ? ABOVE_PAID : ABOVE_CAPTURED);
      return;
    }
    List<PaymentOperation> operations = plan.refund(amount, PaymentDetails.NONE, null);
    assertThat(
            operations.stream()
                .map(operation -> String.valueOf(operation.amount()))
                .collect(Collectors.joining(" ")))
        .isEqualTo(parts);
    assertThat(operations).extracting(PaymentOperation::refundId).doesNotContainNull();
    assertThat(operations.stream().map(PaymentOperation::refundId).distinct()).hasSize(1);
    assertThat(operations.stream().map(PaymentOperation::id).distinct()).hasSameSizeAs(operations);
  }

  private static Payment payment(String id, String[] facts) {
    return PaymentBuilder.builder()
        .id(id)
        .createdAt(Orders.PLACED)
        .updatedAt(Orders.PLACED)
        .cartId("cart_1")
        .orderId("order_1")
        .amount(Long.parseLong(facts[0]))
        .amountRefunded(Long.parseLong(facts[1]))
        .currencyCode("eur")
        .providerId("manual")
        .data(new JsonObject())
        .capturedAt(facts[2].equals("c") ? Orders.PLACED : null)
        .canceledAt(facts[2].equals("v") ? Orders.PLACED : null)
        .build();
  }

  private static PaymentOperation open(Payment payment, long amount) {
    return PaymentOperationBuilder.builder()
        .id("ref_open")
        .orderId("order_1")
        .kind(PaymentOperation.Kind.REFUND)
        .refundId("ref_open")
        .amount(amount)
        .details(PaymentDetails.NONE)
        .state(PaymentOperation.State.ASKED)
        .payment(PaymentOperation.Paid.of(payment))
        .build();
  }
}
