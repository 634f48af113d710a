package dev.tradewind.order.status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tradewind.order.Orders;
import dev.tradewind.order.aftersale.ClaimPaymentStatus;
import dev.tradewind.order.aftersale.FulfillmentStatus;
import dev.tradewind.order.aftersale.OrderEditStatus;
import dev.tradewind.order.aftersale.OwnedGoods;
import dev.tradewind.order.aftersale.PartOwner;
import dev.tradewind.order.aftersale.ReturnStatus;
import dev.tradewind.order.aftersale.SwapPaymentStatus;
import dev.tradewind.order.collection.PaymentCollectionStatus;
import dev.tradewind.order.collection.PaymentSessionStatus;
import dev.tradewind.order.line.LineProgress;
import dev.tradewind.order.line.OrderLine;
import dev.tradewind.order.model.DraftOrderStatus;
import dev.tradewind.order.model.OrderSnapshot;
import dev.tradewind.order.model.OrderStatus;
import dev.tradewind.order.model.PaymentStatus;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Status transitions: each status with its successors. The last test fails if a status is missing.
 */
class StatusTransitionsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "pending         | completed canceled",
        "completed       | archived canceled",
        "archived        | completed canceled",
        "canceled        | ''",
        "requires_action | completed canceled",
      })
  void ofAnOrder(String status, String successors) {
    assertThat(names(OrderStatus.of(status).successors(), OrderStatus::wireName))
        .isEqualTo(successors);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "not_paid           | awaiting captured canceled requires_action",
        "awaiting           | captured partially_refunded refunded canceled requires_action",
        "requires_action    | captured partially_refunded refunded canceled",
        "captured           | partially_refunded refunded canceled",
        "partially_refunded | refunded",
        "refunded           | ''",
        "canceled           | ''",
      })
  void ofItsPayments(String status, String successors) {
    assertThat(names(PaymentStatus.of(status).successors(), PaymentStatus::wireName))
        .isEqualTo(successors);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "CREATED   | requested confirmed canceled",
        "REQUESTED | confirmed declined canceled",
        "CONFIRMED | ''",
        "DECLINED  | ''",
        "CANCELED  | ''",
      })
  void ofAnOrderEdit(OrderEditStatus status, String successors) {
    assertThat(names(status.successors(), OrderEditStatus::wireName)).isEqualTo(successors);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "not_paid             | awaiting partially_authorized authorized canceled",
        "awaiting             | not_paid partially_authorized authorized canceled",
        "partially_authorized | awaiting authorized canceled",
        "authorized           | awaiting partially_authorized canceled",
        "canceled             | ''",
      })
  void ofAPaymentCollection(String status, String successors) {
    assertThat(
            names(
                PaymentCollectionStatus.of(status).successors(), PaymentCollectionStatus::wireName))
        .isEqualTo(successors);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "pending       | authorized requires_more error canceled",
        "requires_more | pending authorized error canceled",
        "error         | pending authorized requires_more canceled",
        "canceled      | pending authorized requires_more error",
        "authorized    | canceled",
      })
  void ofAPaymentSession(String status, String successors) {
    assertThat(names(PaymentSessionStatus.of(status).successors(), PaymentSessionStatus::wireName))
        .isEqualTo(successors);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          not_fulfilled       | partially_fulfilled fulfilled partially_returned returned canceled requires_action
          partially_fulfilled | fulfilled partially_shipped partially_returned returned canceled requires_action
          fulfilled           | partially_fulfilled partially_shipped shipped partially_returned returned canceled requires_action
          partially_shipped   | shipped partially_returned returned requires_action
          shipped             | partially_shipped partially_returned returned requires_action
          partially_returned  | partially_fulfilled fulfilled partially_shipped shipped returned canceled requires_action
          returned            | partially_fulfilled partially_shipped shipped partially_returned canceled requires_action
          canceled            | partially_fulfilled fulfilled partially_returned returned requires_action
          requires_action     | partially_fulfilled fulfilled partially_shipped shipped partially_returned returned canceled
          """)
  void ofItsFulfillments(String status, String successors) {
    assertThat(names(FulfillmentStatus.of(status).successors(), FulfillmentStatus::wireName))
        .isEqualTo(successors);
  }

  /** Two lines of two units; the progress of a line is fulfilled, shipped and returned units. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          200 200 | fulfilled           | partially_shipped | partially_returned | fulfilled
          200 000 | partially_fulfilled | partially_shipped | partially_returned | partially_fulfilled
          100 200 | partially_fulfilled | partially_shipped | partially_returned | partially_fulfilled
          220 220 | fulfilled           | shipped           | partially_returned | shipped
          220 200 | fulfilled           | partially_shipped | partially_returned | partially_shipped
          222 222 | fulfilled           | shipped           | returned           | shipped
          002 002 | partially_fulfilled | partially_shipped | returned           | partially_fulfilled
          002 001 | partially_fulfilled | partially_shipped | partially_returned | partially_fulfilled
          """)
  void ofItsFulfillmentsFollowFromTheLines(
      String progress,
      String afterFulfillment,
      String afterShipment,
      String afterReturn,
      String afterCancel) {
    OrderLine line =
        OrderSnapshot.of(Orders.request(Orders.TOTALS_INPUT), Orders.PLACED).lines().getFirst();
    List<OrderLine> lines =
        Stream.of(progress.split(" "))
            .map(units ->
                line.withProgress(
                    new LineProgress(units(units, 0), units(units, 1), units(units, 2))))
            .toList();

    assertThat(FulfillmentStatus.NOT_FULFILLED.afterFulfillment(lines).wireName())
        .isEqualTo(afterFulfillment);
    assertThat(FulfillmentStatus.PARTIALLY_SHIPPED.afterFulfillment(lines))
        .isEqualTo(FulfillmentStatus.PARTIALLY_SHIPPED);
    assertThat(FulfillmentStatus.afterShipment(lines).wireName()).isEqualTo(afterShipment);
    assertThat(FulfillmentStatus.afterReturn(lines, true).wireName()).isEqualTo(afterReturn);
    assertThat(FulfillmentStatus.afterReturn(lines, false))
        .isEqualTo(FulfillmentStatus.REQUIRES_ACTION);
    assertThat(FulfillmentStatus.afterFulfillmentCanceled(lines, true).wireName())
        .isEqualTo(afterCancel);
    assertThat(FulfillmentStatus.afterFulfillmentCanceled(lines, false))
        .isEqualTo(FulfillmentStatus.CANCELED);
  }

  private static long units(String digits, int position) {
    return digits.charAt(position) - '0';
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"na | ''", "not_refunded | refunded", "refunded | not_refunded"})
  void ofThePaymentOfAClaim(String status, String successors) {
    assertThat(names(ClaimPaymentStatus.of(status).successors(), ClaimPaymentStatus::wireName))
        .isEqualTo(successors);
  }

  /** Two lines of two units, as above; all of them are fulfilled together. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          200 200 | fulfilled       | partially_shipped | fulfilled
          200 000 | requires_action | partially_shipped | requires_action
          220 200 | fulfilled       | partially_shipped | fulfilled
          220 220 | fulfilled       | shipped           | fulfilled
          """)
  void ofTheFulfillmentsOfASwapOrClaimFollowFromItsLines(
      String progress, String afterFulfillment, String afterShipment, String afterCancel) {
    OwnedGoods goods = goods(FulfillmentStatus.NOT_FULFILLED, progress);

    assertThat(goods.afterFulfillment().wireName()).isEqualTo(afterFulfillment);
    assertThat(goods.afterShipment().wireName()).isEqualTo(afterShipment);
    assertThat(goods.afterFulfillmentCanceled(true).wireName()).isEqualTo(afterCancel);
    assertThat(goods.afterFulfillmentCanceled(false)).isEqualTo(FulfillmentStatus.CANCELED);
    assertThat(goods(FulfillmentStatus.PARTIALLY_SHIPPED, progress).afterFulfillment())
        .isEqualTo(FulfillmentStatus.PARTIALLY_SHIPPED);
  }

  private static OwnedGoods goods(FulfillmentStatus status, String progress) {
    OrderLine line =
        OrderSnapshot.of(Orders.request(Orders.TOTALS_INPUT), Orders.PLACED).lines().getFirst();
    return new OwnedGoods(
        new PartOwner.OfClaim("claim_1"),
        false,
        status,
        Stream.of(progress.split(" "))
            .map(units ->
                line.withProgress(
                    new LineProgress(units(units, 0), units(units, 1), units(units, 2))))
            .toList(),
        List.of(),
        null,
        null);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "requested       | received requires_action canceled",
        "received        | ''",
        "requires_action | received canceled",
        "canceled        | ''",
      })
  void ofAReturn(String status, String successors) {
    assertThat(names(ReturnStatus.of(status).successors(), ReturnStatus::wireName))
        .isEqualTo(successors);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "not_paid            | awaiting confirmed canceled",
        "awaiting            | captured difference_refunded requires_action canceled",
        "confirmed           | difference_refunded canceled",
        "captured            | canceled",
        "difference_refunded | requires_action",
        "requires_action     | captured difference_refunded canceled",
        "canceled            | ''",
        "partially_refunded  | ''",
        "refunded            | ''",
      })
  void ofTheDifferenceOfASwap(String status, String successors) {
    assertThat(names(SwapPaymentStatus.of(status).successors(), SwapPaymentStatus::wireName))
        .isEqualTo(successors);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"open | completed", "completed | ''"})
  void ofADraft(String status, String successors) {
    assertThat(names(DraftOrderStatus.of(status).successors(), DraftOrderStatus::wireName))
        .isEqualTo(successors);
  }

  @Test
  void areKnownForEveryStatusThatTheDatabaseAllows() {
    assertThat(OrderStatus.values()).hasSize(5);
    assertThat(PaymentStatus.values()).hasSize(7);
    assertThat(FulfillmentStatus.values()).hasSize(9);
    assertThat(DraftOrderStatus.values()).hasSize(2);
    assertThat(ReturnStatus.values()).hasSize(4);
    assertThat(SwapPaymentStatus.values()).hasSize(9);
    assertThat(ClaimPaymentStatus.values()).hasSize(3);
    assertThat(OrderEditStatus.values()).hasSize(5);
    assertThat(PaymentCollectionStatus.values()).hasSize(5);
    assertThat(PaymentSessionStatus.values()).hasSize(5);
    assertThatThrownBy(() -> OrderStatus.of("open")).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> PaymentStatus.of("paid")).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> FulfillmentStatus.of("sent"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> DraftOrderStatus.of("pending"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** In enum order. */
  private static <T> String names(Set<T> statuses, Function<T, String> wireName) {
    return statuses.stream().map(wireName).collect(Collectors.joining(" "));
  }
}
