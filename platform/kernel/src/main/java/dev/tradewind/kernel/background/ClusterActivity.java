package dev.tradewind.kernel.background;

import io.vertx.core.Vertx;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.shareddata.LocalMap;
import io.vertx.core.shareddata.Shareable;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Activity of the cluster as a node knows it: whether any node has served a request within the last
 * seconds. What asks the database for work asks often while the cluster is active, because requests
 * cause work, and seldom while it is idle. One per Vert.x instance; thread-safe.
 */
public final class ClusterActivity implements Shareable {

  private static final String ADDRESS = "tradewind.activity";

  private static final Duration ACTIVE = Duration.ofSeconds(5);

  /** Well below the time for which a request counts. */
  private static final long ANNOUNCE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final AtomicLong lastAnnounced = new AtomicLong(System.nanoTime() - ANNOUNCE_NANOS);
  private final AtomicBoolean hears = new AtomicBoolean();
  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

  /** A node begins active. */
  private volatile long lastRequest = System.nanoTime();

  private final long activeNanos;

  private ClusterActivity(Duration active) {
    this.activeNanos = active.toNanos();
  }

  public static ClusterActivity of(Vertx vertx) {
    return of(vertx, ACTIVE);
  }

  /**
   * @param active after a request, if this is the first call
   */
  static ClusterActivity of(Vertx vertx, Duration active) {
    LocalMap<String, ClusterActivity> found = vertx.sharedData().getLocalMap(ADDRESS);
    return found.computeIfAbsent(ADDRESS, absent -> new ClusterActivity(active));
  }

  /**
   * Hears of requests that other nodes serve. The verticle that calls first does so for the node,
   * whose verticles start and stop together.
   */
  public void hearOthers(EventBus bus) {
    if (hears.compareAndSet(false, true)) {
      bus.<Boolean>consumer(ADDRESS, heard -> note(heard.body()));
    }
  }

  /**
   * Notes a request that this node begins to serve, and tells the other nodes once a second.
   *
   * @return whether the cluster was idle before; then {@link #wakeAgain} follows its end
   */
  public boolean noteRequest(EventBus bus) {
    long now = System.nanoTime();
    long announced = lastAnnounced.get();
    if (now - announced < ANNOUNCE_NANOS || !lastAnnounced.compareAndSet(announced, now)) {
      return false;
    }
    boolean wasIdle = !isActive();
    note(wasIdle);
    bus.publish(ADDRESS, wasIdle);
    return wasIdle;
  }

  /** Wakes the nodes at the end of the first request, when its effects are committed. */
  public void wakeAgain(EventBus bus) {
    note(true);
    bus.publish(ADDRESS, true);
  }

  private void note(boolean isWoken) {
    boolean wasIdle = !isActive();
    lastRequest = System.nanoTime();
    if (isWoken || wasIdle) {
      listeners.forEach(Runnable::run);
    }
  }

  public boolean isActive() {
    return System.nanoTime() - lastRequest < activeNanos;
  }

  /** Calls the listener when the idle cluster becomes active, perhaps repeatedly, on any thread. */
  public void onActive(Runnable listener) {
    listeners.add(listener);
  }

  public void removeListener(Runnable listener) {
    listeners.remove(listener);
  }
}
