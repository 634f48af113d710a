package dev.tradewind.api.webhook;

import dev.tradewind.api.event.Topics;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.outbox.AggregateState;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.outbox.EventPublisher;
import dev.tradewind.kernel.outbox.Topic;
import io.vertx.core.Future;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Event publisher that announces events to the webhook verticle before it publishes them. The
 * outbox relay of every schema publishes through it. An event is announced at least once; the
 * webhook verticle recognizes repetitions by its id.
 */
public record WebhookIntake(WebhookClient webhooks, Clock clock, EventPublisher publisher)
    implements EventPublisher {

  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  /** One-time tokens and network addresses, which Kafka protects by a permission per topic. */
  private static final List<String> CONFIDENTIAL = List.of(Topics.NOTIFICATION, Topics.AUDIT);

  /** Whole aggregates are no events, and too large for a webhook. */
  private static final Set<String> LEFT_OUT =
      Stream.concat(CONFIDENTIAL.stream(), Topics.STATES.stream().map(Topic::name))
          .collect(Collectors.toUnmodifiableSet());

  public static EventPublisher announcing(
      OperationClient bus, Clock clock, EventPublisher publisher) {
    return new WebhookIntake(new WebhookClient(bus), clock, publisher);
  }

  /** Whether webhooks and the pull source have the events of the topic. */
  public static boolean isAnnounced(String topic) {
    return !LEFT_OUT.contains(topic);
  }

  @Override
  public boolean hasListeners() {
    return true;
  }

  @Override
  public Future<Void> announce(List<Event> events) {
    List<Event> announced = events.stream().filter(event -> isAnnounced(event.topic())).toList();
    return announced.isEmpty()
        ? publisher.announce(events)
        : webhooks
            .recordEvents(CallContext.system(clock, TIMEOUT), announced)
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
}
