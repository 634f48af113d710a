package dev.tradewind.kernel.queue;

import dev.tradewind.kernel.text.Timestamps;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.List;

/**
 * Row of a {@link LeasedQueue} that this node works on. The end of the lease is also its token: a
 * later lease ends later, so that a holder which has lost its lease changes nothing any more.
 *
 * @param key values of the key columns
 * @param attempts number of this attempt, from 1; 0 in a queue that counts none
 * @param until time at which other nodes may lease the row, in UTC
 * @param item what the queue reads of the row
 */
public record Lease<T>(List<String> key, int attempts, Instant until, T item) {

  /** Parameters $1 and $2 of the statements on the leased row. */
  public Tuple parameters() {
    return Tuple.of(key.toArray(String[]::new), Timestamps.utc(until));
  }
}
