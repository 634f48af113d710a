package dev.tradewind.stripe.testserver.webhook;

/** Fault of the first delivery of one event; retries have none. */
public enum DeliveryFault {
  /** Signed with another secret. */
  WRONG_SIGNATURE,
  /** Signed ten minutes ago. */
  STALE,
  /** Signed ten minutes ahead. */
  FUTURE,
  /** Without the header. */
  UNSIGNED,
  /** Delivered before the answer to the request that caused the event. */
  EARLY,
  TWICE,
  /** Never delivered. */
  DROPPED,
  /** Delivered with the held ones. */
  HELD
}
