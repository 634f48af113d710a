package dev.tradewind.kernel.ratelimit;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

/** Counter of the requests that one rate limit has refused on this node. */
public final class RefusedAttempts {

  private final Counter counter;

  private RefusedAttempts(Counter counter) {
    this.counter = counter;
  }

  /**
   * @param limit name of the rate limit, a constant
   */
  public static RefusedAttempts of(MeterRegistry meters, String limit) {
    return new RefusedAttempts(
        Counter.builder("tradewind.rate.limited")
            .description("Requests that a rate limit refused")
            .tag("limit", limit)
            .register(meters));
  }

  public void count() {
    counter.increment();
  }
}
