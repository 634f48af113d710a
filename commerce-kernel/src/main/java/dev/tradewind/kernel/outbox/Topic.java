package dev.tradewind.kernel.outbox;

import java.time.Duration;

/**
 * A Kafka topic as it is created where it is missing.
 *
 * @param retention how long the broker keeps events; compacted topics keep the last one of a key
 */
public record Topic(String name, int partitions, Duration retention, boolean compacted) {}
