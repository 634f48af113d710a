package dev.tradewind.spi.testing;

/** Fault of the service behind a provider, for each request that would change something there. */
public enum ServiceFault {
  /** The connection ends, and the service has not acted. */
  REQUEST_LOST,
  /** The connection ends, and the service has acted. */
  ANSWER_LOST,
  /** The service does not answer until it is restored; whether it acts before is up to it. */
  ANSWER_DELAYED
}
