package dev.tradewind.gateway.forward;

import java.time.Clock;
import java.time.Duration;

/**
 * Circuit breaker of a service, for all gateways of a node. It opens after failures that no answer
 * interrupts, refuses for a while, and then admits one request, whose outcome closes or opens it
 * again.
 */
final class CircuitBreaker {

  static final int MAX_FAILURES = 5;
  static final Duration PAUSE = Duration.ofSeconds(5);

  private final Clock clock;
  private int failures;
  private long openUntil;
  private boolean isProbed;

  CircuitBreaker(Clock clock) {
    this.clock = clock;
  }

  /** Whether a request may be sent; its outcome is then to be reported. */
  synchronized boolean admits() {
    if (failures < MAX_FAILURES) {
      return true;
    }
    if (isProbed || clock.millis() < openUntil) {
      return false;
    }
    isProbed = true;
    return true;
  }

  /** The service has answered. */
  synchronized void succeeded() {
    failures = 0;
    isProbed = false;
  }

  /** The service cannot be reached, or has not answered in time. */
  synchronized void failed() {
    failures = Math.min(failures + 1, MAX_FAILURES);
    isProbed = false;
    openUntil = clock.millis() + PAUSE.toMillis();
  }

  /** The request ended for a reason that says nothing about the service. */
  synchronized void abandoned() {
    isProbed = false;
  }

  synchronized boolean isOpen() {
    return failures >= MAX_FAILURES;
  }
}
