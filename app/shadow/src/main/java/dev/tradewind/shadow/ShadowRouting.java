package dev.tradewind.shadow;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Routing of requests between the v1 server and this service, the same for all gateways of a node.
 * It changes while they run.
 */
public final class ShadowRouting {

  /** Element of the switched reads that stands for all operations. */
  public static final String ALL = "all";

  /** Destination of writes. */
  public enum Writes {
    V1,
    /** Writes wait at the gateway, so that none is in progress while the shop switches. */
    HELD,
    /** All requests, reads too, are answered here. */
    HERE;

    /** The name in the database and in reports. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }

    public static Writes of(String label) {
      return valueOf(label.toUpperCase(Locale.ROOT));
    }
  }

  /**
   * State of the switch.
   *
   * @param reads operations whose reads without a login are answered here
   * @param heldHere whether held writes came here before and are not at the v1 server yet
   * @param isComplete whether the copy has everything, so that held writes come here next: a
   *     gateway that learns late of that step shows what others have written
   * @param heldUntil time until which held writes wait; absent if none are held
   */
  public record State(
      Set<String> reads,
      Writes writes,
      boolean heldHere,
      boolean isComplete,
      @Nullable Instant heldUntil) {

    /** Before the switch: the v1 server answers everything. */
    public static final State NOT_SWITCHED = new State(Set.of(), Writes.V1, false, false, null);

    public State {
      reads = Set.copyOf(reads);
    }

    /** Whether all reads are answered here, those with a login too. */
    public boolean allReadsHere() {
      return writes == Writes.HERE || (writes == Writes.HELD && heldHere);
    }

    /** Whether all reads without a login are answered here, also of what shoppers write. */
    boolean allReadsWithoutLoginHere() {
      return allReadsHere() || (writes == Writes.HELD && isComplete);
    }

    boolean readsHere(String operation) {
      return reads.contains(operation) || reads.contains(ALL);
    }
  }

  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
  private final AtomicInteger writesInFlight = new AtomicInteger();
  private volatile State state;

  public ShadowRouting(State state) {
    this.state = state;
  }

  public State state() {
    return state;
  }

  /** Routes the requests that come from now on. */
  public void change(State next) {
    state = next;
    listeners.forEach(Runnable::run);
  }

  /** Calls the listener after each change, on the thread that made it. */
  void onChange(Runnable listener) {
    listeners.add(listener);
  }

  void removeListener(Runnable listener) {
    listeners.remove(listener);
  }

  /** Writes without a response yet; those that are held do not count. */
  public int writesInFlight() {
    return writesInFlight.get();
  }

  /**
   * Counts a write before the state decides about it, so that a node without writes in flight after
   * a change has none that was routed by the state before.
   */
  Writes beginWrite() {
    writesInFlight.incrementAndGet();
    return state.writes();
  }

  void endWrite() {
    writesInFlight.decrementAndGet();
  }
}
