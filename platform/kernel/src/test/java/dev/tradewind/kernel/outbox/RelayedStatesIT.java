package dev.tradewind.kernel.outbox;

import static dev.tradewind.kernel.outbox.RelayedOutbox.event;
import static dev.tradewind.testing.Eventually.value;
import static dev.tradewind.testing.Futures.await;
import static dev.tradewind.testing.Futures.failure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.junit5.VertxExtension;
import io.vertx.sqlclient.Tuple;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** States of aggregates, published after their events and as snapshots. */
@ExtendWith(VertxExtension.class)
class RelayedStatesIT {

  private RelayedOutbox outbox;

  @BeforeEach
  void open(Vertx vertx) {
    outbox = new RelayedOutbox(vertx);
  }

  @Test
  void theStateOfAnAggregateFollowsItsEvents() throws Exception {
    createThings();
    outbox.relay("node", things());
    await(Outbox.append(outbox.pool, List.of(event(1), event(2), other())));

    outbox.publisher.take(3);
    AggregateState state =
        outbox.publisher.states.poll(RecordingPublisher.LIMIT_SECONDS, TimeUnit.SECONDS);

    assertThat(state.body()).isEqualTo(new JsonObject().put("id", "thing_1").put("name", "first"));
    assertThat(state.version()).isEqualTo(7);
    assertThat(state.cause().aggregateVersion()).isEqualTo(2);
    outbox.awaitAllSent();
    assertThat(outbox.publisher.states).isEmpty();

    await(outbox.pool.query("UPDATE gadget SET deleted = true, version = 8").execute());
    await(Outbox.append(outbox.pool, event(8)));
    outbox.publisher.take(1);
    AggregateState deleted =
        outbox.publisher.states.poll(RecordingPublisher.LIMIT_SECONDS, TimeUnit.SECONDS);
    assertThat(deleted.body()).isNull();
    assertThat(deleted.version()).isEqualTo(8);
  }

  @Test
  void statesPublishedAfterTheLeaseWasLostAreFollowedByTheCurrentOnes() throws Exception {
    createThings();
    Promise<Void> lost = Promise.promise();
    outbox.publisher.onStates =
        () -> {
          if (outbox.publisher.states.size() == 1) {
            // Another node acquires the lease, publishes and dies.
            run("UPDATE outbox_lease SET holder = 'another', expires_at = now() + interval '1s'");
            run("UPDATE gadget SET name = 'second'");
            lost.complete();
          }
        };
    outbox.relay("node", things());
    await(Outbox.append(outbox.pool, event(1)));

    await(lost.future());
    assertThat(outbox.publisher.take(2)).extracting(Event::eventId).hasSize(2).containsOnly(id(1));
    outbox.publisher.states.poll(RecordingPublisher.LIMIT_SECONDS, TimeUnit.SECONDS);
    AggregateState last =
        outbox.publisher.states.poll(RecordingPublisher.LIMIT_SECONDS, TimeUnit.SECONDS);
    assertThat(last.body().getString("name")).isEqualTo("second");
  }

  @Test
  void aSnapshotPublishesEachAggregateOnceInPages() throws Exception {
    createThings();
    run(
        "INSERT INTO gadget SELECT 'thing_' || n, 'old', n, n = 30 FROM generate_series(2, 230) AS n");
    outbox.relay("node", things());

    assertThat(await(StateSnapshotStore.request(outbox.pool, "states"))).isTrue();
    List<AggregateState> states = new ArrayList<>();
    for (int count = 0; count < 230; count++) {
      states.add(outbox.publisher.states.poll(RecordingPublisher.LIMIT_SECONDS, TimeUnit.SECONDS));
    }

    StateSnapshot finished = awaitFinishedSnapshot();
    assertThat(finished.total()).isEqualTo(230);
    assertThat(finished.completed()).isEqualTo(230);
    assertThat(outbox.publisher.states).isEmpty();
    assertThat(states).extracting(state -> state.cause().key()).doesNotHaveDuplicates();
    assertThat(states)
        .filteredOn(state -> state.body() == null)
        .extracting(state -> state.cause().key(), AggregateState::version)
        .containsExactly(tuple("thing_30", 30L));
    assertThat(states).extracting(state -> state.cause().causationId()).containsOnly(finished.id());
    assertThat(await(StateSnapshotStore.request(outbox.pool, "states"))).as("another one").isTrue();
  }

  @Test
  void aSnapshotPublishesAPageAgainAfterTheLeaseWasLost() throws Exception {
    createThings();
    Promise<Void> lost = Promise.promise();
    outbox.publisher.onStates =
        () -> {
          if (outbox.publisher.states.size() == 1) {
            // Another node acquires the lease, publishes later states, completes the snapshot and
            // dies.
            run("UPDATE outbox_lease SET holder = 'another', expires_at = now() + interval '1s'");
            run("UPDATE gadget SET name = 'second'");
            run(
                "UPDATE state_snapshot SET position = 'thing_1', completed = 1, finished_at = now()");
            lost.complete();
          }
        };
    await(StateSnapshotStore.request(outbox.pool, "states"));
    outbox.relay("node", things());

    await(lost.future());
    outbox.publisher.states.poll(RecordingPublisher.LIMIT_SECONDS, TimeUnit.SECONDS);
    AggregateState last =
        outbox.publisher.states.poll(RecordingPublisher.LIMIT_SECONDS, TimeUnit.SECONDS);

    assertThat(last.body().getString("name")).isEqualTo("second");
    assertThat(awaitFinishedSnapshot().completed()).isOne();
  }

  @Test
  void aSnapshotGoesOnAfterAnOutage() throws Exception {
    createThings();
    outbox.publisher.unavailable = true;
    outbox.relay("node", things());
    await(StateSnapshotStore.request(outbox.pool, "states"));
    outbox.publisher.refused.poll(RecordingPublisher.LIMIT_SECONDS, TimeUnit.SECONDS);
    assertThat(await(StateSnapshotStore.request(outbox.pool, "states")))
        .as("beside the first")
        .isFalse();

    outbox.publisher.unavailable = false;

    assertThat(awaitFinishedSnapshot().completed()).isOne();
  }

  private StateSnapshot awaitFinishedSnapshot() {
    return value(
        () -> await(StateSnapshotStore.find(outbox.pool, "states")), StateSnapshot::isFinished);
  }

  /** Executed by another connection, while the relay waits. */
  private void run(String statement) {
    try (Connection connection = outbox.database.connect();
        Statement executed = connection.createStatement()) {
      executed.execute("SET search_path = left_side");
      executed.execute(statement);
    } catch (SQLException failure) {
      throw new AssertionError(failure);
    }
  }

  private String id(long version) {
    return outbox
        .column(
            "SELECT event_id FROM outbox WHERE aggregate_version = " + version,
            row -> row.getString(0))
        .getFirst();
  }

  private void createThings() {
    run("CREATE TABLE gadget (id text, name text, version bigint, deleted boolean)");
    run("INSERT INTO gadget VALUES ('thing_1', 'first', 7, false)");
    run("GRANT ALL ON gadget TO left_side");
  }

  private StateSource things() {
    return new StateSource(
        "topic",
        "states",
        "thing.state",
        "gadget",
        ids ->
            outbox
                .pool
                .preparedQuery("SELECT id, name FROM gadget WHERE id = ANY ($1) AND NOT deleted")
                .execute(Tuple.of(ids.toArray(String[]::new)))
                .map(rows ->
                    rows.stream()
                        .collect(
                            Collectors.toMap(row -> row.getString("id"), row -> row.toJson()))));
  }

  /** Event of another topic, after which no state follows. */
  private static Event other() {
    return Event.of(
        CallContext.system(Clock.systemUTC(), Duration.ofSeconds(5)),
        Timestamps.now(Clock.systemUTC()),
        "another",
        "item.changed",
        "item_1",
        1,
        new JsonObject().put("id", "item_1"));
  }
}
