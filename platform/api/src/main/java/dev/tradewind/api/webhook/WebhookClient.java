package dev.tradewind.api.webhook;

import dev.tradewind.api.event.Topics;
import dev.tradewind.kernel.json.JsonBytes;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.outbox.AnnouncingPublisher;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.outbox.EventPublisher;
import dev.tradewind.kernel.outbox.Outbox;
import dev.tradewind.kernel.outbox.Topic;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Client of the webhook verticle. */
public final class WebhookClient {

  /** The bus address of the webhook verticle. */
  public static final String ADDRESS = "webhook";

  /** One-time tokens and network addresses, which Kafka protects by a permission per topic. */
  private static final List<String> CONFIDENTIAL = List.of(Topics.NOTIFICATION, Topics.AUDIT);

  /** Whole aggregates are no events, and too large for a webhook. */
  private static final Set<String> LEFT_OUT =
      Stream.concat(CONFIDENTIAL.stream(), Topics.STATES.stream().map(Topic::name))
          .collect(Collectors.toUnmodifiableSet());

  private final OperationClient bus;

  public WebhookClient(OperationClient bus) {
    this.bus = bus;
  }

  /** Whether webhooks and the pull source have the events of the topic. */
  public static boolean isAnnounced(String topic) {
    return !LEFT_OUT.contains(topic);
  }

  /** A publisher that announces events to this verticle. */
  public EventPublisher announcing(Clock clock, EventPublisher publisher) {
    return new AnnouncingPublisher(
        event -> isAnnounced(event.topic()), this::recordEvents, clock, publisher);
  }

  /** Records events in their order, with their deliveries; known ones are ignored. */
  public Future<Void> recordEvents(CallContext context, List<Event> events) {
    JsonObject input = new JsonObject().put("events", Outbox.rows(events));
    return bus.fetch(WebhookOperation.RECORD_EVENTS, context, JsonBytes.of(input)).mapEmpty();
  }
}
