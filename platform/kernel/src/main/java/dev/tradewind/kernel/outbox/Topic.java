package dev.tradewind.kernel.outbox;

import java.time.Duration;

/**
 * A Kafka topic with the settings of its creation.
 *
 * @param retention retention time of its events; compacted topics keep the last one of a key
 */
public record Topic(String name, int partitions, Duration retention, boolean compacted) {

  /** Maximum size of a record of a compacted topic, which may hold whole resources. */
  public static final int MAX_COMPACTED_BYTES = 8 << 20;
}
