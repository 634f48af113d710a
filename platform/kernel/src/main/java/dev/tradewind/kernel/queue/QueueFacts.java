package dev.tradewind.kernel.queue;

import dev.tradewind.kernel.metrics.DatabaseFact;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Gauges of the queues of a verticle, the same for all of them, by the name of the queue. */
public final class QueueFacts {

  private static final String LABEL = "queue";

  private QueueFacts() {}

  public static List<DatabaseFact> of(LeasedQueue<?>... queues) {
    List<QueueTable<?>> all = Arrays.stream(queues).<QueueTable<?>>map(LeasedQueue::table).toList();
    return List.of(
            fact(
                "tradewind.queue.waiting",
                "Work that waits or is worked on, at most " + DatabaseFact.MOST,
                null,
                all,
                queue ->
                    DatabaseFact.counted(label(queue), queue.name + " WHERE " + queue.isWaiting())),
            fact(
                "tradewind.queue.oldest.age",
                "Time for which the oldest work has been due, 30 days at most",
                "seconds",
                all,
                QueueFacts::oldest),
            fact(
                "tradewind.queue.attempts",
                "Attempts of the waiting work with the most",
                null,
                having(all, queue -> queue.attempts != null),
                QueueFacts::attempts),
            fact(
                "tradewind.queue.parked",
                "Work that was given up, at most " + DatabaseFact.MOST,
                null,
                having(all, queue -> queue.isParked != null),
                queue ->
                    DatabaseFact.counted(label(queue), queue.name + " WHERE " + queue.isParked)))
        .stream()
        .filter(fact -> !fact.query().isEmpty())
        .toList();
  }

  private static List<QueueTable<?>> having(
      List<QueueTable<?>> queues, Predicate<QueueTable<?>> condition) {
    return queues.stream().filter(condition).toList();
  }

  private static DatabaseFact fact(
      String name,
      String description,
      @Nullable String unit,
      List<QueueTable<?>> queues,
      Function<QueueTable<?>, String> query) {
    return new DatabaseFact(
        name,
        description,
        unit,
        LABEL,
        queues.stream().map(query).collect(Collectors.joining("\nUNION ALL\n")));
  }

  private static String label(QueueTable<?> queue) {
    return "'" + queue.label + "'";
  }

  /** Zero without due work; a due time may be infinite. */
  private static String oldest(QueueTable<?> queue) {
    return """
    SELECT %s, coalesce(extract(epoch FROM now() - (
      SELECT greatest(%s, now() - interval '30 days')
      FROM %s
      WHERE %s AND %s <= now()
      ORDER BY %s
      LIMIT 1
    )), 0)
    """
        .formatted(label(queue), queue.due, queue.name, queue.isWaiting(), queue.due, queue.due)
        .stripTrailing();
  }

  private static String attempts(QueueTable<?> queue) {
    String column = Objects.requireNonNull(queue.attempts);
    return "SELECT %s, coalesce(max(%s), 0) FROM (SELECT %s FROM %s WHERE %s LIMIT %s) AS found"
        .formatted(label(queue), column, column, queue.name, queue.isWaiting(), DatabaseFact.MOST);
  }
}
