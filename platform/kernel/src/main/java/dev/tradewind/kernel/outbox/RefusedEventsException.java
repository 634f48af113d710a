package dev.tradewind.kernel.outbox;

import java.util.List;

/** Failure of a publication in which all events but these were acknowledged. */
public final class RefusedEventsException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient List<RefusedEvent> events;

  public RefusedEventsException(List<RefusedEvent> events) {
    super(events.size() + " events were refused", null, false, false);
    this.events = List.copyOf(events);
  }

  public List<RefusedEvent> events() {
    return events;
  }
}
