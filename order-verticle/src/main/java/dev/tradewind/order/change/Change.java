package dev.tradewind.order.change;

import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.order.model.OrderMutation;
import io.vertx.core.Future;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decision about a locked order: the writes and the mutation of its transaction, and a result for
 * the caller.
 *
 * @param writes of the parts of the order and of recorded calls, in this order
 * @param mutation of the order itself, written last; absent if its version stays
 * @param events at the version that the mutation gives the order
 * @param result for the caller, once the transaction has ended
 * @param isCommitted otherwise the transaction is rolled back, with its effects before the lock
 * @param refusal of the request, once the transaction has ended; absent if it succeeds
 */
public record Change<T>(
    List<Write> writes,
    @Nullable OrderMutation mutation,
    List<Event> events,
    @Nullable T result,
    boolean isCommitted,
    @Nullable Problem refusal) {

  public Change {
    writes = List.copyOf(writes);
    events = List.copyOf(events);
  }

  public Change(
      List<Write> writes,
      @Nullable OrderMutation mutation,
      List<Event> events,
      @Nullable T result) {
    this(writes, mutation, events, result, true, null);
  }

  /** Write of a part of the order, or of recorded calls. */
  @FunctionalInterface
  public interface Write {
    Future<Void> in(OrderTransaction tx);
  }

  /** Change of the order itself. */
  public static Change<Void> of(OrderMutation mutation, List<Event> events) {
    return new Change<>(List.of(), mutation, events, null);
  }

  /** Change of parts of the order, which raises its version. */
  public static Change<Void> ofParts(List<Write> writes, List<Event> events) {
    return new Change<>(writes, new OrderMutation.Touch(), events, null);
  }

  /** Change that records calls of providers; the version of the order follows their outcome. */
  public static Change<Void> ofOperations(List<Write> writes) {
    return new Change<>(writes, null, List.of(), null);
  }

  /** Change without any write. */
  public static Change<Void> none() {
    return ofOperations(List.of());
  }

  /** Change without any write; the effects of its transaction before the lock are undone. */
  public static <T> Change<T> rollback() {
    return new Change<>(List.of(), null, List.of(), null, false, null);
  }

  /** This change with a result. */
  public <R> Change<R> with(R other) {
    return new Change<>(writes, mutation, events, other, isCommitted, refusal);
  }

  /** This change as that of a request that is refused: it is written, and the request fails. */
  public Change<T> refusing(Problem problem) {
    return new Change<>(writes, mutation, events, result, isCommitted, problem);
  }

  /**
   * Result, once the transaction has ended.
   *
   * @throws dev.tradewind.kernel.operation.Problem if the request is refused
   */
  @Nullable T outcome() {
    if (refusal != null) {
      throw refusal;
    }
    return result;
  }
}
