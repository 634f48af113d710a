package dev.tradewind.kernel.outbox;

import dev.tradewind.kernel.audit.AuditEntry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.jspecify.annotations.Nullable;

/**
 * Reader of the events that Kafka has, without their data, for the comparison with the outboxes.
 * Blocking.
 */
public final class PublishedEvents {

  /** Header that every event has but an entry of the audit log. */
  static final String AGGREGATE_VERSION = "ce_aggregateversion";

  private static final Duration POLL = Duration.ofMillis(500);

  /** Time without a record after which Kafka is considered unavailable. */
  private static final long MAX_IDLE_NANOS = TimeUnit.MINUTES.toNanos(1);

  private PublishedEvents() {}

  /**
   * An event on a topic.
   *
   * @param topic without the prefix
   * @param version version of the aggregate after the change; 0 of an entry of the audit log
   * @param time time of the change (UTC)
   */
  public record Published(
      String topic, String key, String id, String type, long version, Instant time) {}

  /**
   * Reads the events that were sent since a time, up to now. Topics that are missing are not
   * created.
   *
   * @return the names of the topics that there are
   * @throws KafkaException if Kafka does not answer
   */
  public static Set<String> read(
      KafkaConfig config, List<Topic> topics, Instant since, Consumer<Published> reader) {
    try (KafkaConsumer<String, Void> consumer =
        new KafkaConsumer<>(
            Map.copyOf(config.consumerProperties()),
            new StringDeserializer(),
            (topic, data) -> null)) {
      Map<String, ?> current = consumer.listTopics();
      Map<TopicPartition, String> names = new HashMap<>();
      Set<String> found = new HashSet<>();
      for (Topic topic : topics) {
        String name = config.topic(topic.name());
        if (current.containsKey(name)) {
          found.add(topic.name());
          consumer
              .partitionsFor(name)
              .forEach(one -> names.put(new TopicPartition(name, one.partition()), topic.name()));
        }
      }
      read(consumer, names, since, reader);
      return found;
    }
  }

  private static void read(
      KafkaConsumer<String, Void> consumer,
      Map<TopicPartition, String> names,
      Instant since,
      Consumer<Published> reader) {
    Map<TopicPartition, Long> ends = consumer.endOffsets(names.keySet());
    Map<TopicPartition, Long> begins = new HashMap<>();
    names.keySet().forEach(partition -> begins.put(partition, since.toEpochMilli()));
    consumer.assign(names.keySet());
    for (Map.Entry<TopicPartition, @Nullable OffsetAndTimestamp> first :
        consumer.offsetsForTimes(begins).entrySet()) {
      OffsetAndTimestamp offset = first.getValue();
      long end = Objects.requireNonNull(ends.get(first.getKey()));
      consumer.seek(first.getKey(), offset == null ? end : offset.offset());
    }
    long lastRead = System.nanoTime();
    while (ends.entrySet().stream()
        .anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
      for (ConsumerRecord<String, Void> message : consumer.poll(POLL)) {
        lastRead = System.nanoTime();
        TopicPartition partition = new TopicPartition(message.topic(), message.partition());
        reader.accept(published(message, Objects.requireNonNull(names.get(partition))));
      }
      if (System.nanoTime() - lastRead > MAX_IDLE_NANOS) {
        throw new KafkaException("No record arrived for a minute");
      }
    }
  }

  private static Published published(ConsumerRecord<String, Void> message, String topic) {
    return new Published(
        topic,
        message.key(),
        header(message, "ce_id"),
        header(message, "ce_type"),
        topic.equals(AuditEntry.TOPIC) ? 0 : Long.parseLong(header(message, AGGREGATE_VERSION)),
        Instant.parse(header(message, "ce_time")));
  }

  private static String header(ConsumerRecord<String, Void> message, String name) {
    Header header = message.headers().lastHeader(name);
    if (header == null) {
      throw new IllegalStateException(
          "The record at offset %s of %s is no CloudEvent: it has no header %s."
              .formatted(message.offset(), message.topic(), name));
    }
    return new String(header.value(), StandardCharsets.UTF_8);
  }
}
