package dev.tradewind.kernel.outbox;

import static dev.tradewind.testing.Eventually.LIMIT;

import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Publisher that records its events; fails while marked unavailable. */
final class RecordingPublisher implements EventPublisher {

  static final long LIMIT_SECONDS = LIMIT.toSeconds();

  final BlockingQueue<Event> published = new LinkedBlockingQueue<>();
  final BlockingQueue<Boolean> refused = new LinkedBlockingQueue<>();
  final BlockingQueue<AggregateState> states = new LinkedBlockingQueue<>();
  volatile Runnable onStates = () -> {};
  volatile boolean unavailable;
  final BlockingQueue<Long> announced = new LinkedBlockingQueue<>();
  volatile boolean unannounceable;
  volatile Predicate<Event> isRefused = event -> false;

  @Override
  public boolean hasListeners() {
    return true;
  }

  @Override
  public Future<Void> announce(List<Event> events) {
    if (unannounceable) {
      refused.add(true);
      return Future.failedFuture("unannounceable");
    }
    events.forEach(event -> announced.add(event.aggregateVersion()));
    return Future.succeededFuture();
  }

  @Override
  public Future<Void> publish(List<Event> events) {
    if (unavailable) {
      refused.add(true);
      return Future.failedFuture("unavailable");
    }
    Map<Boolean, List<Event>> byRefusal =
        events.stream().collect(Collectors.partitioningBy(isRefused));
    published.addAll(byRefusal.get(false));
    List<RefusedEvent> refusals =
        byRefusal.get(true).stream().map(event -> new RefusedEvent(event, "too large")).toList();
    return refusals.isEmpty()
        ? Future.succeededFuture()
        : Future.failedFuture(new RefusedEventsException(refusals));
  }

  @Override
  public Future<Void> publishStates(List<AggregateState> published) {
    if (unavailable) {
      refused.add(true);
      return Future.failedFuture("unavailable");
    }
    states.addAll(published);
    onStates.run();
    return Future.succeededFuture();
  }

  /** The versions of the announced events up to this one. */
  List<Long> announcedUntil(long last) throws InterruptedException {
    List<Long> taken = new ArrayList<>();
    while (taken.isEmpty() || taken.getLast() != last) {
      taken.add(announced.poll(LIMIT_SECONDS, TimeUnit.SECONDS));
    }
    return taken;
  }

  /** The events so far. */
  List<Event> takeAll() {
    List<Event> taken = new ArrayList<>();
    published.drainTo(taken);
    return taken;
  }

  List<Event> take(int count) throws InterruptedException {
    List<Event> taken = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Event event = published.poll(LIMIT_SECONDS, TimeUnit.SECONDS);
      if (event == null) {
        return Collections.unmodifiableList(taken);
      }
      taken.add(event);
    }
    return taken;
  }
}
