package dev.tradewind.kernel.outbox;

import static dev.tradewind.testing.Eventually.until;
import static dev.tradewind.testing.Futures.await;
import static dev.tradewind.testing.Futures.failure;
import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Future;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Changes of a publisher's login, at the broker and at the publisher. */
class KafkaLoginChangesIT extends SecuredKafkaHarness {

  @Test
  void eventsArePublishedAgainAfterThePasswordWasChangedForAWhile() throws Exception {
    createScramUser("present");
    publisher =
        publisher(
            with(kafka.withPassword("SCRAM-SHA-512", "present"), "connections.max.idle.ms", "500"));
    await(publisher.publish(List.of(event(topic, "a"))));

    createScramUser("another");
    publishUntilTheConnectionEnds();
    for (int attempt = 0; attempt < 3; attempt++) {
      assertThat(failure(publisher.publish(List.of(event(topic, "b")))))
          .isNotInstanceOf(RefusedEventsException.class);
    }
    createScramUser("present");

    Event last = event(topic, "b");
    await(publisher.publish(List.of(last)));
    assertThat(kafka.allRecords(topic.name()))
        .extracting(record -> header(record, "ce_id"))
        .containsOnlyOnce(last.eventId());
  }

  @Test
  void aChangedLoginIsUsedByTheNextCallAndEndsTheFormerOnesFirst() throws Exception {
    createScramUser("former");
    publisher = publisher(kafka.withPassword("SCRAM-SHA-512", "former"));
    await(publisher.publish(List.of(event(topic, "a"))));
    List<Event> inFlight = events("a", 100);
    List<Event> later = events("a", 100);

    kafka.freeze();
    Future<Void> published;
    try {
      published = publisher.publish(inFlight);
      publisher.use(kafka.withPassword("PLAIN", PASSWORD));
    } finally {
      kafka.wake();
    }
    await(published);
    await(publisher.publish(later));

    assertThat(kafka.allRecords(topic.name()).stream().skip(1))
        .extracting(record -> header(record, "ce_id"))
        .containsExactlyElementsOf(
            Stream.concat(inFlight.stream(), later.stream()).map(Event::eventId).toList());
  }

  @Test
  void aWrongLoginIsReplacedByARightOne() throws Exception {
    publisher = publisher(kafka.withPassword("PLAIN", "wrong"));
    assertThat(failure(publisher.publish(List.of(event(topic, "a")))))
        .isNotInstanceOf(RefusedEventsException.class);

    publisher.use(kafka.withPassword("PLAIN", PASSWORD));

    await(publisher.publish(List.of(event(topic, "a"))));
    assertThat(kafka.records(topic.name(), 1)).hasSize(1);
  }

  private List<Event> events(String key, int count) {
    return IntStream.range(0, count).mapToObj(number -> event(topic, key)).toList();
  }

  /** An established connection keeps its login; the publisher has to be idle for half a second. */
  private void publishUntilTheConnectionEnds() {
    until(() -> {
      TimeUnit.SECONDS.sleep(2);
      Future<?> event = publisher.publish(List.of(event(topic, "b")));
      return await(event.transform(result -> Future.succeededFuture(result.failed())));
    });
  }
}
