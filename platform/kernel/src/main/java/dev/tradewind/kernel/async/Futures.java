package dev.tradewind.kernel.async;

import io.vertx.core.Future;
import java.util.Collection;
import java.util.function.Function;
import java.util.function.Supplier;

/** Sequences and conditions of asynchronous steps. */
public final class Futures {

  private Futures() {}

  /** Runs the step for each element, one after the other; the first failure ends the sequence. */
  public static <E> Future<Void> sequence(
      Iterable<? extends E> elements, Function<? super E, ? extends Future<?>> step) {
    Future<Void> last = Future.succeededFuture();
    for (E element : elements) {
      last = last.compose(done -> step.apply(element).mapEmpty());
    }
    return last;
  }

  /** Runs the step if there is anything to do; null otherwise. */
  public static <T> Future<T> unlessEmpty(Collection<?> elements, Supplier<Future<T>> step) {
    return unless(elements.isEmpty(), step);
  }

  /** Runs the step unless it has nothing to do; null otherwise. */
  public static <T> Future<T> unless(boolean isDone, Supplier<Future<T>> step) {
    if (isDone) {
      return Future.succeededFuture();
    }
    return step.get();
  }
}
