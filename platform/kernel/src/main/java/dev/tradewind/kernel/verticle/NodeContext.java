package dev.tradewind.kernel.verticle;

import dev.tradewind.kernel.background.BackgroundGate;
import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.kernel.outbox.EventPublisher;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.vertx.core.Future;
import java.nio.file.Path;
import java.time.Clock;
import org.jspecify.annotations.Nullable;

/**
 * Resources of a node for its verticles.
 *
 * @param nodeId id of this node in leases and logs; unique in the cluster
 * @param meters registry of its metrics
 * @param publishesStates whether aggregates are published in full after their events
 * @param responseCacheMegabytes bound of the responses that an instance of a verticle keeps
 * @param gate of the work that verticles do by themselves
 * @param shared operations that every verticle serves besides its own
 * @param snapshot snapshot of the database, at which the verticles read and do nothing else; absent
 *     on a node
 * @param dataFolder folder for what the node may lose and make again; absent: it is kept in memory
 */
@RecordBuilder
public record NodeContext(
    String nodeId,
    DatabaseConfig database,
    EventPublisher events,
    Clock clock,
    MeterRegistry meters,
    boolean publishesStates,
    int responseCacheMegabytes,
    BackgroundGate gate,
    SharedOperations shared,
    @Nullable String snapshot,
    @Nullable Path dataFolder)
    implements NodeContextBuilder.With {

  public static final int RESPONSE_CACHE_MEGABYTES = 32;

  /** A node whose verticles share no operations. */
  public NodeContext(
      String nodeId,
      DatabaseConfig database,
      EventPublisher events,
      Clock clock,
      MeterRegistry meters,
      boolean publishesStates,
      int responseCacheMegabytes) {
    this(
        nodeId,
        database,
        events,
        clock,
        meters,
        publishesStates,
        responseCacheMegabytes,
        BackgroundGate.opened(),
        SharedOperations.NONE,
        null,
        null);
  }

  /** A node with the default cache. */
  public NodeContext(
      String nodeId,
      DatabaseConfig database,
      EventPublisher events,
      Clock clock,
      MeterRegistry meters,
      boolean publishesStates) {
    this(nodeId, database, events, clock, meters, publishesStates, RESPONSE_CACHE_MEGABYTES);
  }

  /** A node without metrics. */
  public NodeContext(String nodeId, DatabaseConfig database, EventPublisher events, Clock clock) {
    this(nodeId, database, events, clock, new CompositeMeterRegistry(), false);
  }

  /**
   * Context of verticles that read at a snapshot, without caches, events and background work.
   *
   * @param exported id of the snapshot, valid while the transaction lasts that has exported it
   */
  public static NodeContext atSnapshot(DatabaseConfig database, String exported, Clock clock) {
    return NodeContextBuilder.builder()
        .nodeId("snapshot")
        .database(database)
        .events(events -> Future.failedFuture(new IllegalStateException("Events at a snapshot")))
        .clock(clock)
        .meters(new CompositeMeterRegistry())
        .responseCacheMegabytes(0)
        .gate(BackgroundGate.opened())
        .shared(SharedOperations.NONE)
        .snapshot(exported)
        .build();
  }
}
