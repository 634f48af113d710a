package dev.tradewind.stripe.testserver.state;

/** Result of an operation that a fault plans in place of the usual one. */
public sealed interface PlannedOutcome {

  /** Refusal without effect, such as a declined capture. */
  record Refused(int status, String type, String code) implements PlannedOutcome {}

  /** Confirmation that stays in {@code processing}. */
  record Processing() implements PlannedOutcome {}

  /** Refund that stays {@code pending}. */
  record PendingRefund() implements PlannedOutcome {}
}
