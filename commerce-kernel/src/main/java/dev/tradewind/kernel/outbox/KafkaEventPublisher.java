package dev.tradewind.kernel.outbox;

import dev.tradewind.kernel.Timestamps;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import io.vertx.kafka.client.producer.KafkaProducer;
import io.vertx.kafka.client.producer.KafkaProducerRecord;
import io.vertx.kafka.client.serialization.BufferSerializer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Kafka publisher of events as CloudEvents 1.0 in binary mode: attributes as headers, the data as
 * the value. Missing topics are created. One per node; safe to use from every event loop.
 */
public final class KafkaEventPublisher implements EventPublisher {

  private static final Logger LOG = LoggerFactory.getLogger(KafkaEventPublisher.class);

  private static final String SOURCE = "/tradewind";

  /** Time limit of one call before it fails in the relay. */
  private static final String CALL_MILLIS = "5000";

  private static final String DELIVERY_MILLIS = "10000";

  /** Leaves room for the key and the headers of a record. */
  private static final int MAX_STATE_BYTES = Topic.MAX_COMPACTED_BYTES - (16 << 10);

  private final Vertx vertx;
  private final String bootstrapServers;
  private final List<Topic> topics;
  private final DataSchemas schemas;
  private final KafkaProducer<String, Buffer> producer;
  private volatile @Nullable Future<Void> topicsReady;

  private KafkaEventPublisher(
      Vertx vertx, String bootstrapServers, List<Topic> topics, DataSchemas schemas) {
    this.vertx = vertx;
    this.bootstrapServers = bootstrapServers;
    this.topics = topics;
    this.schemas = schemas;
    this.producer = KafkaProducer.create(vertx, producerConfig(bootstrapServers));
    // Each record fails its own future, and the relay logs the failure once. Without a handler the
    // producer reports every record of an unreachable Kafka as an unhandled exception.
    producer.exceptionHandler(failure -> LOG.debug("Sending a record to Kafka failed", failure));
  }

  /**
   * @param bootstrapServers host:port, several separated by commas; they may be unreachable at
   *     first
   * @param topics created if missing
   */
  public static KafkaEventPublisher create(
      Vertx vertx, String bootstrapServers, List<Topic> topics, DataSchemas schemas) {
    return new KafkaEventPublisher(vertx, bootstrapServers, topics, schemas);
  }

  @Override
  public Future<Void> publish(List<Event> events) {
    return topicsReady().compose(ready -> sendAll(events.stream().map(this::toRecord).toList()));
  }

  @Override
  public Future<Void> publishStates(List<AggregateState> states) {
    List<KafkaProducerRecord<String, Buffer>> records =
        states.stream().map(this::toRecord).filter(KafkaEventPublisher::isWithinLimit).toList();
    return topicsReady().compose(ready -> sendAll(records));
  }

  public Future<Void> close() {
    return producer.close();
  }

  private Future<Void> sendAll(List<KafkaProducerRecord<String, Buffer>> records) {
    // One metadata request per topic; without it every single record would wait for it in turn.
    Future<?> known = Future.succeededFuture();
    for (String topic : records.stream().map(KafkaProducerRecord::topic).distinct().toList()) {
      known = known.compose(done -> producer.partitionsFor(topic));
    }
    return known.compose(done -> {
      List<Future<?>> acknowledgements = new ArrayList<>(records.size());
      for (KafkaProducerRecord<String, Buffer> each : records) {
        acknowledgements.add(producer.send(each));
      }
      return Future.join(acknowledgements).mapEmpty();
    });
  }

  private Future<Void> topicsReady() {
    Future<Void> ready = topicsReady;
    if (ready == null || ready.failed()) {
      ready = createTopics();
      topicsReady = ready;
    }
    return ready;
  }

  /** Blocks until Kafka responds or the call times out. */
  private Future<Void> createTopics() {
    return vertx.executeBlocking(() -> {
      try (Admin admin =
          Admin.create(
              Map.of(
                  "bootstrap.servers", bootstrapServers,
                  "default.api.timeout.ms", CALL_MILLIS,
                  "request.timeout.ms", CALL_MILLIS))) {
        Map<String, KafkaFuture<Void>> created =
            admin
                .createTopics(topics.stream().map(KafkaEventPublisher::newTopic).toList())
                .values();
        for (KafkaFuture<Void> each : created.values()) {
          awaitCreation(each);
        }
      }
      return null;
    });
  }

  private static void awaitCreation(KafkaFuture<Void> creation) throws Exception {
    try {
      creation.get();
    } catch (ExecutionException failure) {
      if (!(failure.getCause() instanceof TopicExistsException)) {
        throw failure;
      }
    }
  }

  /** The replication factor is the cluster's default. */
  private static NewTopic newTopic(Topic topic) {
    Map<String, String> configs = new HashMap<>();
    configs.put("retention.ms", Long.toString(topic.retention().toMillis()));
    configs.put("cleanup.policy", topic.compacted() ? "compact" : "delete");
    if (topic.compacted()) {
      configs.put("max.message.bytes", Integer.toString(Topic.MAX_COMPACTED_BYTES));
    }
    return new NewTopic(topic.name(), Optional.of(topic.partitions()), Optional.empty())
        .configs(configs);
  }

  private KafkaProducerRecord<String, Buffer> toRecord(Event event) {
    KafkaProducerRecord<String, Buffer> message =
        KafkaProducerRecord.create(event.topic(), event.key(), event.data().toBuffer());
    message.addHeader("ce_id", event.eventId());
    message.addHeader("ce_subject", event.subject());
    addHeaders(message, event.type(), event.aggregateVersion(), event);
    if (event.noNotification() != null) {
      message.addHeader("ce_nonotification", event.noNotification().toString());
    }
    return message;
  }

  /** A deleted aggregate has no value: a tombstone, which compaction removes with the key. */
  private KafkaProducerRecord<String, Buffer> toRecord(AggregateState state) {
    JsonObject body = state.body();
    KafkaProducerRecord<String, Buffer> message =
        KafkaProducerRecord.create(
            state.topic(), state.cause().key(), body == null ? null : body.toBuffer());
    message.addHeader("ce_id", state.id());
    message.addHeader("ce_subject", state.cause().key());
    addHeaders(message, state.type(), state.version(), state.cause());
    return message;
  }

  /** A larger record would fail again and again, and hold back every event after it. */
  private static boolean isWithinLimit(KafkaProducerRecord<String, Buffer> message) {
    Buffer value = message.value();
    boolean isWithin = value == null || value.length() <= MAX_STATE_BYTES;
    if (!isWithin) {
      LOG.error(
          "Skipped the state of {} on topic {}: {} bytes are too many",
          message.key(),
          message.topic(),
          value.length());
    }
    return isWithin;
  }

  /**
   * Adds the attributes that events and states have alike.
   *
   * @param event the event, or the one that caused the state
   */
  private void addHeaders(
      KafkaProducerRecord<String, Buffer> message, String type, long version, Event event) {
    message.addHeader("ce_specversion", "1.0");
    message.addHeader("ce_type", type);
    message.addHeader("ce_source", SOURCE);
    message.addHeader("ce_time", Timestamps.format(event.occurredAt()));
    String schema = schemas.urlOf(message.topic(), type);
    if (schema != null) {
      message.addHeader("ce_dataschema", schema);
    }
    message.addHeader("ce_aggregateversion", Long.toString(version));
    message.addHeader("ce_causationid", event.causationId());
    message.addHeader("ce_actor", event.actor());
    // The attribute of the CloudEvents extension for distributed tracing, and the plain header that
    // OpenTelemetry's instrumentation of consumers reads.
    message.addHeader("ce_traceparent", event.traceparent());
    message.addHeader("traceparent", event.traceparent());
    message.addHeader("content-type", "application/json");
  }

  private static Map<String, String> producerConfig(String bootstrapServers) {
    Map<String, String> config = new HashMap<>();
    config.put("bootstrap.servers", bootstrapServers);
    config.put("key.serializer", StringSerializer.class.getName());
    config.put("value.serializer", BufferSerializer.class.getName());
    config.put("acks", "all");
    config.put("enable.idempotence", "true");
    config.put("max.block.ms", CALL_MILLIS);
    config.put("request.timeout.ms", CALL_MILLIS);
    config.put("delivery.timeout.ms", DELIVERY_MILLIS);
    config.put("linger.ms", "2");
    // The broker limits the records of each topic.
    config.put("max.request.size", Integer.toString(Topic.MAX_COMPACTED_BYTES));
    return config;
  }
}
