package dev.tradewind.api.order;

import dev.tradewind.api.event.RequestedNotification;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.outbox.AggregateState;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.outbox.EventPublisher;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * Event publisher that announces events to the notification providers before it publishes them. The
 * outbox relay of every schema publishes through it, so an event of any verticle can be notified
 * of. An event is announced at least once; the order verticle recognizes repetitions by its id.
 *
 * @param eventTypes types that a provider sends notifications about
 */
public record NotificationIntake(
    Set<String> eventTypes, OrderClient orders, Clock clock, EventPublisher publisher)
    implements EventPublisher {

  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  /** A publisher that announces the events of these types; the same one if there are none. */
  public static EventPublisher announcing(
      Set<String> eventTypes, OperationClient bus, Clock clock, EventPublisher publisher) {
    return eventTypes.isEmpty()
        ? publisher
        : new NotificationIntake(eventTypes, new OrderClient(bus), clock, publisher);
  }

  @Override
  public boolean hasListeners() {
    return true;
  }

  @Override
  public Future<Void> announce(List<Event> events) {
    List<JsonObject> announced =
        events.stream()
            .filter(event -> !Boolean.TRUE.equals(event.noNotification()))
            .filter(this::isAnnounced)
            .map(NotificationIntake::announcement)
            .toList();
    return announced.isEmpty()
        ? publisher.announce(events)
        : orders
            .announceEvents(CallContext.system(clock, TIMEOUT), announced)
            .compose(recorded -> publisher.announce(events));
  }

  @Override
  public Future<Void> publish(List<Event> events) {
    return publisher.publish(events);
  }

  @Override
  public Future<Void> publishStates(List<AggregateState> states) {
    return publisher.publishStates(states);
  }

  /** The event behind a requested notification has no token; the request stands for it. */
  private boolean isAnnounced(Event event) {
    return isRequest(event)
        ? eventTypes.contains(event.data().getString("event_name"))
        : eventTypes.contains(event.type())
            && !RequestedNotification.EVENT_TYPES.contains(event.type());
  }

  private static boolean isRequest(Event event) {
    return event.type().equals(RequestedNotification.TYPE);
  }

  private static JsonObject announcement(Event event) {
    JsonObject requested = event.data();
    boolean isRequest = isRequest(event);
    String name = isRequest ? requested.getString("event_name") : event.type();
    JsonObject data =
        isRequest
            ? requested.getJsonObject("data").copy().put("to", requested.getString("to"))
            : requested;
    return new JsonObject()
        .put("event_id", event.eventId())
        .put("event_name", name)
        .put("resource_type", name.substring(0, name.indexOf('.')))
        .put("resource_id", isRequest ? requested.getString("resource_id") : event.subject())
        .put("customer_id", data.getString("customer_id"))
        .put("data", data);
  }
}
