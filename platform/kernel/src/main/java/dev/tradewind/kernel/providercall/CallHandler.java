package dev.tradewind.kernel.providercall;

import dev.tradewind.kernel.operation.CallContext;
import io.vertx.core.Future;
import java.util.List;

/**
 * Kind of recorded call: the call itself, and the effects of its outcomes.
 *
 * @param <C> recorded call
 * @param <A> answer of the provider
 */
public interface CallHandler<C, A> {

  /**
   * Calls the provider.
   *
   * @return fails with the refusal of the provider, or with 503 or 504 without an answer
   */
  Future<A> call(CallContext context, C call);

  /**
   * Records that the provider has accepted the call, with the effect.
   *
   * @return further calls that were recorded with the outcome
   */
  Future<List<C>> accepted(CallContext context, C call, A answer);

  /**
   * Records that the provider has refused the call, with the effect.
   *
   * @return fails with the refusal, unless the call has another outcome
   */
  Future<List<C>> refused(CallContext context, C call, Throwable refusal);

  /** Notes a call without an answer, which is made again later; fails with the failure. */
  default Future<List<C>> unanswered(CallContext context, C call, Throwable failure) {
    return Future.failedFuture(failure);
  }

  /**
   * Ends a call without an answer that a request waits for, if its outcome can be found otherwise;
   * fails if not.
   */
  default Future<List<C>> giveUp(CallContext context, C call, Throwable failure) {
    return Future.failedFuture(failure);
  }
}
