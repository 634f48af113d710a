package dev.tradewind.kernel.providercall;

/**
 * Failpoints of a recorded call.
 *
 * @param recorded after the record, before the call
 * @param answered after the answer, before the record of the outcome
 * @param finished after the record of the outcome
 */
public record CallProgress(Runnable recorded, Runnable answered, Runnable finished) {

  /** No failpoints. */
  public static final CallProgress NONE = new CallProgress(() -> {}, () -> {}, () -> {});
}
