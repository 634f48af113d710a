package dev.tradewind.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.event.EventDocument;
import dev.tradewind.acceptance.event.EventRecorder;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;

/**
 * Consumer of the shop's topics. Every event it reads is checked against the published description.
 */
public final class KafkaEvents {

  private static final EventDocument DOCUMENT = EventDocument.load();

  private KafkaEvents() {}

  public record Event(ConsumerRecord<String, String> message) {

    public String header(String name) {
      return new String(message.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
    }

    /** The data; null for a tombstone. */
    public JsonObject data() {
      return message.value() == null ? null : new JsonObject(message.value());
    }

    private JsonObject headers() {
      JsonObject headers = new JsonObject();
      message
          .headers()
          .forEach(header ->
              headers.put(header.key(), new String(header.value(), StandardCharsets.UTF_8)));
      return headers;
    }
  }

  private static Event described(ConsumerRecord<String, String> message) {
    Event event = new Event(message);
    assertThat(DOCUMENT.problems(message.topic(), event.headers(), event.data())).isEmpty();
    if (Boolean.getBoolean("tradewind.events.record")) {
      EventRecorder.record(message.topic(), event.headers(), event.data());
    }
    return event;
  }

  /** Events of these aggregates up to now. */
  public static Map<String, List<Event>> aboutAll(
      String bootstrapServers, String topic, Set<String> subjects) {
    Map<String, List<Event>> found = new HashMap<>();
    subjects.forEach(subject -> found.put(subject, new ArrayList<>()));
    for (Event event : all(bootstrapServers, topic)) {
      found.computeIfPresent(
          event.header("ce_subject"),
          (subject, events) -> {
            events.add(event);
            return events;
          });
    }
    return found;
  }

  /** Events of a topic up to now, in order per key. */
  public static List<Event> all(String bootstrapServers, String topic) {
    List<Event> found = new ArrayList<>();
    try (KafkaConsumer<String, String> consumer = consumer(bootstrapServers, topic)) {
      Map<TopicPartition, Long> ends = consumer.endOffsets(consumer.assignment());
      while (ends.entrySet().stream()
          .anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
        consumer.poll(Duration.ofMillis(100)).forEach(message -> found.add(described(message)));
      }
    }
    return found;
  }

  private static KafkaConsumer<String, String> consumer(String bootstrapServers, String topic) {
    KafkaConsumer<String, String> consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", bootstrapServers),
            new StringDeserializer(),
            new StringDeserializer());
    List<TopicPartition> partitions =
        consumer.partitionsFor(topic).stream()
            .map(partition -> new TopicPartition(topic, partition.partition()))
            .toList();
    consumer.assign(partitions);
    consumer.seekToBeginning(partitions);
    return consumer;
  }

  /** Events of an aggregate up to now. */
  public static List<Event> about(String bootstrapServers, String topic, String subject) {
    return aboutAll(bootstrapServers, topic, Set.of(subject)).get(subject);
  }
}
