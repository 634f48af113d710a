package dev.tradewind.kernel.providercall;

import dev.tradewind.kernel.async.Futures;
import dev.tradewind.kernel.operation.CallContext;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;

/**
 * Execution of recorded calls: each has a handler of its kind, which records the outcome of the
 * call once, although several nodes may make it.
 *
 * @param <C> recorded call
 */
public abstract class CallRunner<C> {

  private final CallProgress progress;

  protected CallRunner(CallProgress progress) {
    this.progress = progress;
  }

  /** Handler of the kind of the call. */
  protected abstract CallHandler<C, ?> handler(C call);

  /** Sequential; fails with the first provider that refuses or does not answer. */
  public Future<Void> runAll(CallContext context, List<C> calls) {
    return Futures.sequence(calls, call -> run(context, call));
  }

  /** Sequential; a failure does not stop the calls after it; fails with the first failure. */
  public Future<Void> runEach(CallContext context, List<C> calls) {
    List<Throwable> failures = new ArrayList<>();
    return Futures.sequence(
            calls,
            call ->
                run(context, call)
                    .recover(failure -> {
                      failures.add(failure);
                      return Future.succeededFuture();
                    }))
        .compose(
            done -> Futures.unlessEmpty(failures, () -> Future.failedFuture(failures.getFirst())));
  }

  /** Runs one call, and the calls that its outcome causes. */
  public Future<Void> run(CallContext context, C call) {
    return run(context, call, handler(call)).compose(further -> runAll(context, further));
  }

  private <A> Future<List<C>> run(CallContext context, C call, CallHandler<C, A> handler) {
    progress.recorded().run();
    return handler
        .call(context, call)
        .onSuccess(answer -> progress.answered().run())
        .transform(answer -> {
          if (answer.succeeded()) {
            return handler
                .accepted(context, call, answer.result())
                .onSuccess(recorded -> progress.finished().run());
          }
          Throwable failure = answer.cause();
          if (ProviderCalls.isRefusal(failure)) {
            return handler.refused(context, call, failure);
          }
          return handler.unanswered(context, call, failure);
        });
  }
}
