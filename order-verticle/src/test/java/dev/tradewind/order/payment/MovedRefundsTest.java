package dev.tradewind.order.payment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.spi.payment.PaymentState.Refund;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class MovedRefundsTest {

  private static final Instant MOVED = Instant.parse("2026-03-01T12:00:00Z");
  private static final Duration LATER = Duration.ofDays(1);

  @Test
  void aRefundOfTheAmountAndTimeOfARowIsBooked() {
    Refund moved = refund("re_1", 100, MOVED.minusSeconds(2));

    assertThat(booked(100, List.of(row(100)), moved)).containsExactly(100L);
  }

  @Test
  void aRefundAfterTheMoveIsNot() {
    Refund moved = refund("re_1", 100, MOVED);
    Refund same = refund("re_2", 100, MOVED.plus(LATER));

    assertThat(booked(100, List.of(row(100)), same, moved)).containsExactly(0L, 100L);
  }

  @Test
  void theRowDecidesWhichOfSeveralItIs() {
    Refund dashboard = refund("re_1", 30, MOVED.minus(LATER));
    Refund moved = refund("re_2", 100, MOVED);

    assertThat(booked(100, List.of(row(100)), moved, dashboard)).containsExactly(100L, 0L);
  }

  @Test
  void partsOfARefundOverSeveralPaymentsAreRecognizedByThePayment() {
    assertThat(booked(40, List.of(row(140)), refund("re_1", 40, MOVED))).containsExactly(40L);
  }

  @Test
  void onlyTheRestOfARefundIsNews() {
    assertThat(booked(40, List.of(row(40)), refund("re_1", 100, MOVED))).containsExactly(40L);
  }

  @Test
  void aRestThatWasBookedKeepsItsPartOfTheMovedAmount() {
    Refund first = refund("re_1", 100, MOVED);
    Refund second = refund("re_2", 40, MOVED.plusSeconds(5));

    MovedRefunds found =
        MovedRefunds.of(40, List.of(row(40)), List.of(second, first), Map.of("ref_re_1", 60L));

    assertThat(found.booked(second)).isZero();
  }

  @Test
  void aProviderThatTellsNoTimesIsTakenByTheAmount() {
    Refund moved = refund("re_1", 100, null);
    Refund other = refund("re_2", 70, null);

    assertThat(booked(100, List.of(row(100)), other, moved)).containsExactly(0L, 100L);
  }

  @Test
  void aRecognizedRefundHasItsRow() {
    Refund moved = refund("re_1", 100, MOVED);
    Refund part = refund("re_2", 40, MOVED);
    Refund other = refund("re_3", 70, MOVED.plus(LATER));

    MovedRefunds found =
        MovedRefunds.of(140, List.of(row(100), row(60)), List.of(moved, part, other), Map.of());

    assertThat(found.rowOf(moved)).isEqualTo("ref_100");
    assertThat(found.rowOf(part)).isEqualTo("ref_100");
    assertThat(found.rowOf(other)).isNull();
  }

  private static MovedRefunds.Row row(long amount) {
    return new MovedRefunds.Row("ref_" + amount, amount, MOVED);
  }

  private static Refund refund(String id, long amount, @Nullable Instant createdAt) {
    return new Refund(id, amount, null, null, createdAt);
  }

  private static List<Long> booked(long amount, List<MovedRefunds.Row> rows, Refund... refunds) {
    MovedRefunds moved = MovedRefunds.of(amount, rows, List.of(refunds), Map.of());
    return List.of(refunds).stream().map(moved::booked).toList();
  }
}
