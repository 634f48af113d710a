package dev.tradewind.kernel.outbox;

import static dev.tradewind.kernel.outbox.RelayedOutbox.event;
import static dev.tradewind.testing.Eventually.until;
import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.kernel.metrics.DatabaseGauges;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Events that the broker refuses: parked, replayed and discarded. */
@ExtendWith(VertxExtension.class)
class ParkedEventsIT {

  private RelayedOutbox outbox;

  @BeforeEach
  void open(Vertx vertx) {
    outbox = new RelayedOutbox(vertx);
  }

  @Test
  void aRefusedEventIsParkedAndTheOthersArePublished() throws Exception {
    outbox.publisher.isRefused = event -> event.aggregateVersion() == 2;
    OutboxRelay relay = outbox.relay("node");

    await(Outbox.append(outbox.pool, List.of(of("a", 1), of("b", 2), of("c", 3))));

    assertThat(outbox.publisher.take(2)).extracting(Event::key).containsExactly("a", "c");
    outbox.awaitAllSent();
    assertThat(parked())
        .singleElement()
        .satisfies(event -> {
          assertThat(event.key()).isEqualTo("b");
          assertThat(event.reason()).isEqualTo("too large");
        });
    await(relay.stop());
    assertThat(outbox.meters.get("tradewind.outbox.events.refused").counter().count()).isEqualTo(1);
    await(
        new DatabaseGauges(outbox.pool, "thing", OutboxMeters.facts(), outbox.meters)
            .sampling()
            .work()
            .get());
    assertThat(outbox.meters.get("tradewind.outbox.events.parked").gauge().value()).isEqualTo(1);
    assertThat(outbox.meters.get("tradewind.outbox.event.lag").timer().count()).isEqualTo(2);
  }

  @Test
  void laterEventsOfTheKeyAreParkedBehindARefusedOneAndReplayedInOrder() throws Exception {
    outbox.publisher.isRefused = event -> event.aggregateVersion() == 1;
    outbox.relay("node");
    await(Outbox.append(outbox.pool, of("a", 1)));
    awaitParked(1);
    await(Outbox.append(outbox.pool, List.of(of("a", 2), of("b", 3), of("a", 4))));
    awaitParked(3);
    assertThat(outbox.publisher.take(1)).extracting(Event::key).containsExactly("b");
    assertThat(parked()).extracting(ParkedEvent::reason).containsExactly("too large", null, null);

    outbox.publisher.isRefused = event -> false;
    assertThat(await(ParkedEventStore.replay(outbox.pool, "topic", "a"))).isEqualTo(3);
    await(Outbox.append(outbox.pool, of("a", 5)));

    assertThat(outbox.publisher.take(4))
        .extracting(Event::aggregateVersion)
        .containsExactly(1L, 2L, 4L, 5L);
    assertThat(parked()).isEmpty();
  }

  @Test
  void aReplayedEventThatIsRefusedAgainIsParkedAgain() throws Exception {
    outbox.publisher.isRefused = event -> event.aggregateVersion() == 1;
    outbox.relay("node");
    await(Outbox.append(outbox.pool, of("a", 1)));
    awaitParked(1);

    assertThat(await(ParkedEventStore.replay(outbox.pool, null, null))).isEqualTo(1);

    until(() -> outbox.meters.get("tradewind.outbox.events.refused").counter().count() == 2);
    assertThat(parked()).hasSize(1);
    assertThat(outbox.unsent()).isZero();
  }

  @Test
  void aDiscardedEventIsNeverPublished() throws Exception {
    outbox.publisher.isRefused = event -> event.aggregateVersion() == 1;
    outbox.relay("node");
    await(Outbox.append(outbox.pool, of("a", 1)));
    awaitParked(1);
    await(Outbox.append(outbox.pool, of("a", 2)));
    awaitParked(2);

    assertThat(await(ParkedEventStore.discard(outbox.pool, parked().getFirst().eventId())))
        .isTrue();
    await(ParkedEventStore.replay(outbox.pool, null, null));

    assertThat(outbox.publisher.take(1)).extracting(Event::aggregateVersion).containsExactly(2L);
    assertThat(await(ParkedEventStore.discard(outbox.pool, "unknown"))).isFalse();
  }

  /** Events of one key come while it is refused, accepted and replayed, over and over. */
  @Test
  void noEventIsLostOrRepeatedWhileEventsAreParkedAndReplayed() throws Exception {
    outbox.publisher.isRefused = event -> ThreadLocalRandom.current().nextInt(10) == 0;
    outbox.relay("node");
    for (int version = 1; version <= 100; version++) {
      await(Outbox.append(outbox.pool, of("a", version)));
      if (version % 20 == 0) {
        await(ParkedEventStore.replay(outbox.pool, null, null));
        outbox.awaitUnsent(0);
      }
    }
    outbox.publisher.isRefused = event -> false;
    await(ParkedEventStore.replay(outbox.pool, null, null));
    outbox.awaitUnsent(0);

    assertThat(parked()).isEmpty();
    assertThat(outbox.publisher.takeAll())
        .extracting(Event::aggregateVersion)
        .containsExactlyInAnyOrderElementsOf(LongStream.rangeClosed(1, 100).boxed().toList());
  }

  private List<ParkedEvent> parked() {
    return await(ParkedEventStore.list(outbox.pool, 1_000));
  }

  private void awaitParked(int count) {
    until(() -> parked().size() >= count);
    assertThat(parked()).hasSize(count);
  }

  private static Event of(String key, int version) {
    return event(version).keyedBy(key);
  }
}
