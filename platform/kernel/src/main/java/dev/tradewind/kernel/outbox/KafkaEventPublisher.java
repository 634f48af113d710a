package dev.tradewind.kernel.outbox;

import dev.tradewind.kernel.async.Futures;
import dev.tradewind.kernel.audit.AuditEntry;
import dev.tradewind.kernel.operation.Traceparent;
import dev.tradewind.kernel.operation.Tracing;
import dev.tradewind.kernel.text.Timestamps;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.internal.ContextInternal;
import io.vertx.core.json.JsonObject;
import io.vertx.kafka.client.producer.KafkaProducer;
import io.vertx.kafka.client.producer.KafkaProducerRecord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.apache.kafka.common.errors.RecordBatchTooLargeException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnsupportedForMessageFormatException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Kafka publisher of events as CloudEvents 1.0 in binary mode: attributes as headers, the data as
 * the value. Missing topics are created. One per node; safe to use from every event loop.
 *
 * <p>The records of one key arrive in their order: nothing is sent after a record that failed, and
 * a failure ends the producer with all that it has not sent yet. Changed settings make a new
 * producer for later calls; the earlier producer is closed when the calls that use it have ended.
 */
public final class KafkaEventPublisher implements EventPublisher {

  private static final Logger LOG = LoggerFactory.getLogger(KafkaEventPublisher.class);

  private static final long AT_ONCE = 0;

  /** Time limit of one call with all its records. */
  private static final long DELIVERY_MILLIS = 10_000;

  /** Leaves room for the key and the headers of a record. */
  private static final int MAX_STATE_BYTES = Topic.MAX_COMPACTED_BYTES - (16 << 10);

  private static final AttributeKey<String> MESSAGING_SYSTEM =
      AttributeKey.stringKey("messaging.system");
  private static final AttributeKey<String> MESSAGING_OPERATION =
      AttributeKey.stringKey("messaging.operation.type");
  private static final AttributeKey<String> MESSAGING_DESTINATION =
      AttributeKey.stringKey("messaging.destination.name");
  private static final AttributeKey<String> MESSAGE_ID =
      AttributeKey.stringKey("messaging.message.id");

  /** The producers live on one context, whichever event loop needs a producer. */
  private final Context context;

  private final Vertx vertx;
  private final List<Topic> topics;
  private final DataSchemas schemas;
  private final MeterRegistry meters;
  private final Timer published;
  private final @Nullable Tracing tracing;
  private volatile KafkaConfig config;
  private @Nullable Session current;
  private boolean closed;

  /** Producer with the calls that use it; guarded by the publisher. */
  private static final class Session {

    private final Future<KafkaProducer<String, Buffer>> producer;
    private int calls;
    private boolean isRetired;
    private boolean isClosed;

    private Session(Future<KafkaProducer<String, Buffer>> producer) {
      this.producer = producer;
    }
  }

  private KafkaEventPublisher(
      Vertx vertx,
      KafkaConfig config,
      List<Topic> topics,
      DataSchemas schemas,
      MeterRegistry meters) {
    this.vertx = vertx;
    this.config = config;
    this.topics = topics;
    this.schemas = schemas;
    this.meters = meters;
    this.published =
        Timer.builder("tradewind.kafka.publish")
            .description("Time from a batch of events to the acknowledgement of all brokers")
            .register(meters);
    this.tracing = Tracing.of(vertx);
    this.context = vertx.getOrCreateContext();
  }

  /**
   * @param config of a Kafka that may be unreachable at first
   * @param topics created if missing
   * @param meters registry of durations and errors
   */
  public static KafkaEventPublisher create(
      Vertx vertx,
      KafkaConfig config,
      List<Topic> topics,
      DataSchemas schemas,
      MeterRegistry meters) {
    return new KafkaEventPublisher(vertx, config, topics, schemas, meters);
  }

  @Override
  public Future<Void> publish(List<Event> events) {
    List<@Nullable Span> spans = events.stream().map(this::span).toList();
    List<KafkaProducerRecord<String, Buffer>> records = new ArrayList<>(events.size());
    for (int index = 0; index < events.size(); index++) {
      Span span = spans.get(index);
      Event event = events.get(index);
      records.add(
          toRecord(
              event, span == null ? event.traceparent() : Traceparent.of(span.getSpanContext())));
    }
    return sendAll(records)
        .onComplete(sent ->
            spans.stream()
                .filter(Objects::nonNull)
                .forEach(span -> Tracing.end(span, sent.cause())))
        .compose(refusals ->
            Futures.unlessEmpty(
                refusals,
                () ->
                    Future.failedFuture(
                        new RefusedEventsException(
                            refusals.stream()
                                .map(refusal ->
                                    new RefusedEvent(events.get(refusal.index()), refusal.reason()))
                                .toList()))));
  }

  /** Span of the sending of an event, below the one of its operation; null without one. */
  private @Nullable Span span(Event event) {
    if (tracing == null || !tracing.tracesMessages()) {
      return null;
    }
    String topic = config.topic(event.topic());
    Span span =
        tracing.step("send " + topic, SpanKind.PRODUCER, event.traceparent(), event.tracestate());
    if (span == null) {
      return null;
    }
    return span.setAttribute(MESSAGING_SYSTEM, "kafka")
        .setAttribute(MESSAGING_OPERATION, "send")
        .setAttribute(MESSAGING_DESTINATION, topic)
        .setAttribute(MESSAGE_ID, event.eventId());
  }

  @Override
  public Future<Void> publishStates(List<AggregateState> states) {
    List<KafkaProducerRecord<String, Buffer>> records =
        states.stream().map(this::toRecord).filter(KafkaEventPublisher::isWithinLimit).toList();
    return sendAll(records)
        .onSuccess(refusals ->
            refusals.forEach(refusal -> report(records.get(refusal.index()), refusal.reason())))
        .mapEmpty();
  }

  private static void report(KafkaProducerRecord<String, Buffer> state, String reason) {
    LOG.error("Skipped the state of {} on topic {}: {}", state.key(), state.topic(), reason);
  }

  /**
   * Uses other settings, such as a changed login, for all later calls.
   *
   * @param changed with the same names of topics
   */
  public synchronized void use(KafkaConfig changed) {
    config = changed;
    Session previous = current;
    if (previous != null) {
      current = null;
      previous.isRetired = true;
      closeUnused(previous);
    }
  }

  public synchronized Future<Void> close() {
    closed = true;
    if (current == null) {
      return Future.succeededFuture();
    }
    return current.producer.transform(
        opened -> opened.succeeded() ? opened.result().close() : Future.succeededFuture());
  }

  /** Record, by its index, that the broker refuses for good. */
  private record Refusal(int index, String reason) {}

  /**
   * Sends the records; fails if a record may succeed later. The caller goes on in its own context,
   * which knows the trace.
   */
  private Future<List<Refusal>> sendAll(List<KafkaProducerRecord<String, Buffer>> records) {
    long startNanos = System.nanoTime();
    Promise<List<Refusal>> answered = ((ContextInternal) vertx.getOrCreateContext()).promise();
    Session session = begin();
    session
        .producer
        .compose(opened -> sendAll(opened, records))
        .timeout(DELIVERY_MILLIS, TimeUnit.MILLISECONDS)
        .onSuccess(sent -> published.record(System.nanoTime() - startNanos, TimeUnit.NANOSECONDS))
        .onFailure(failure -> {
          discard(session);
          count(failure);
        })
        .onComplete(ended -> end(session))
        .onComplete(answered);
    return answered.future();
  }

  /** The names of the client's exceptions are a bounded number of labels. */
  private void count(Throwable failure) {
    Counter.builder("tradewind.kafka.publish.errors")
        .description("Batches of events that were not acknowledged, by exception")
        .tag("error", failure.getClass().getSimpleName())
        .register(meters)
        .increment();
  }

  private Future<List<Refusal>> sendAll(
      KafkaProducer<String, Buffer> opened, List<KafkaProducerRecord<String, Buffer>> records) {
    return partitionsOf(opened, records)
        .compose(known -> context.executeBlocking(() -> send(opened.unwrap(), records, known)))
        .compose(sent -> Future.join(sent).transform(done -> refusals(sent)));
  }

  /** Hands the records to the producer, up to the first that fails. */
  private static List<Future<?>> send(
      Producer<String, Buffer> opened,
      List<KafkaProducerRecord<String, Buffer>> records,
      Map<String, Future<?>> partitionsByTopic) {
    List<Future<?>> sent = new ArrayList<>(records.size());
    for (KafkaProducerRecord<String, Buffer> each : records) {
      Future<?> result = Objects.requireNonNull(partitionsByTopic.get(each.topic()));
      if (!result.failed()) {
        result = send(opened, each);
      }
      sent.add(result);
      if (result.failed() && !isRefusal(result.cause())) {
        break;
      }
    }
    return sent;
  }

  private static Future<?> send(
      Producer<String, Buffer> opened, KafkaProducerRecord<String, Buffer> message) {
    Promise<RecordMetadata> sent = Promise.promise();
    try {
      opened.send(
          message.record(),
          (metadata, failure) -> {
            if (failure == null) {
              sent.complete(metadata);
            } else {
              sent.fail(failure);
            }
          });
    } catch (KafkaException closed) {
      sent.tryFail(closed);
    }
    return sent.future();
  }

  /**
   * The partitions of all topics, or their refusals. One metadata request per topic is made before
   * the records, each of which would otherwise wait for metadata in turn.
   */
  private static Future<Map<String, Future<?>>> partitionsOf(
      KafkaProducer<String, Buffer> opened, List<KafkaProducerRecord<String, Buffer>> records) {
    Map<String, Future<?>> partitions = new HashMap<>();
    Future<?> known = Future.succeededFuture();
    for (String topic : records.stream().map(KafkaProducerRecord::topic).distinct().toList()) {
      known =
          known.compose(before -> {
            Future<?> asked = opened.partitionsFor(topic);
            partitions.put(topic, asked);
            return asked.transform(done -> {
              if (done.succeeded() || isRefusal(done.cause())) {
                return Future.succeededFuture();
              }
              return Future.failedFuture(done.cause());
            });
          });
    }
    return known.map(partitions);
  }

  private static Future<List<Refusal>> refusals(List<Future<?>> sent) {
    List<Refusal> refusals = new ArrayList<>();
    for (int index = 0; index < sent.size(); index++) {
      Throwable failure = sent.get(index).cause();
      if (failure != null && !isRefusal(failure)) {
        return Future.failedFuture(failure);
      }
      if (failure != null) {
        refusals.add(
            new Refusal(index, failure.getClass().getSimpleName() + ": " + failure.getMessage()));
      }
    }
    return Future.succeededFuture(refusals);
  }

  /**
   * Whether the broker refuses this record, or every record of its topic, until it is configured
   * otherwise. Anything else is an outage: a login that fails, a topic that is missing, a broker
   * that is unavailable.
   */
  private static boolean isRefusal(Throwable failure) {
    return failure instanceof RecordTooLargeException
        || failure instanceof RecordBatchTooLargeException
        || failure instanceof InvalidRecordException
        || failure instanceof InvalidTopicException
        || failure instanceof TopicAuthorizationException
        || failure instanceof PolicyViolationException
        || failure instanceof UnsupportedForMessageFormatException;
  }

  /** Begins a call with the present producer, or a new one after all topics were created. */
  private synchronized Session begin() {
    Session session = current;
    if (closed) {
      return new Session(Future.failedFuture("The publisher is closed"));
    }
    if (session == null || session.producer.failed()) {
      KafkaConfig used = config;
      session =
          new Session(
              context.executeBlocking(() -> {
                createTopics(used);
                return open(used);
              }));
      current = session;
    }
    session.calls++;
    return session;
  }

  private synchronized void end(Session session) {
    session.calls--;
    closeUnused(session);
  }

  /** Closes the producer of former settings after its last call. */
  private static void closeUnused(Session session) {
    if (session.isRetired && session.calls == 0 && !session.isClosed) {
      session.isClosed = true;
      session.producer.onSuccess(KafkaProducer::close);
    }
  }

  private KafkaProducer<String, Buffer> open(KafkaConfig config) {
    KafkaProducer<String, Buffer> opened = KafkaProducer.create(vertx, config.producerProperties());
    // The relay logs a failure once. Without a handler the producer reports every one as an
    // unhandled exception.
    opened.exceptionHandler(failure -> LOG.debug("Sending a record to Kafka failed", failure));
    return opened;
  }

  private synchronized void discard(Session session) {
    if (current == session) {
      current = null;
    }
    if (!session.isClosed) {
      session.isClosed = true;
      session.producer.onSuccess(opened -> opened.close(AT_ONCE));
    }
  }

  /** Blocks until Kafka responds or the call times out. */
  private void createTopics(KafkaConfig config) throws Exception {
    try (Admin admin = Admin.create(Map.copyOf(config.adminProperties()))) {
      Map<String, KafkaFuture<Void>> created =
          admin.createTopics(topics.stream().map(this::newTopic).toList()).values();
      for (Map.Entry<String, KafkaFuture<Void>> each : created.entrySet()) {
        awaitCreation(each.getKey(), each.getValue());
      }
    }
  }

  private static void awaitCreation(String topic, KafkaFuture<Void> creation) throws Exception {
    try {
      creation.get();
    } catch (ExecutionException failure) {
      Throwable cause = failure.getCause();
      // Where only administrators create topics, the topic may exist all the same.
      if (cause instanceof AuthorizationException || cause instanceof PolicyViolationException) {
        LOG.info("Creating topic {} was refused, it has to exist: {}", topic, cause.getMessage());
      } else if (!(cause instanceof TopicExistsException)) {
        throw failure;
      }
    }
  }

  private NewTopic newTopic(Topic topic) {
    Map<String, String> configs = new HashMap<>();
    configs.put("retention.ms", Long.toString(topic.retention().toMillis()));
    configs.put("cleanup.policy", topic.compacted() ? "compact" : "delete");
    if (topic.compacted()) {
      configs.put("max.message.bytes", Integer.toString(Topic.MAX_COMPACTED_BYTES));
    }
    Integer partitions = config.partitions();
    return new NewTopic(
            config.topic(topic.name()),
            Optional.of(partitions == null ? topic.partitions() : partitions),
            Optional.ofNullable(config.replicationFactor()))
        .configs(configs);
  }

  private KafkaProducerRecord<String, Buffer> toRecord(Event event, String traceparent) {
    KafkaProducerRecord<String, Buffer> message =
        KafkaProducerRecord.create(
            config.topic(event.topic()), event.key(), event.data().toBuffer());
    message.addHeader("ce_id", event.eventId());
    message.addHeader("ce_subject", event.subject());
    addHeaders(message, event.topic(), event.type(), event.aggregateVersion(), event, traceparent);
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
            config.topic(state.topic()),
            state.cause().key(),
            body == null ? null : body.toBuffer());
    message.addHeader("ce_id", state.id());
    message.addHeader("ce_subject", state.cause().key());
    Event cause = state.cause();
    addHeaders(message, state.topic(), state.type(), state.version(), cause, cause.traceparent());
    return message;
  }

  /** A larger record would fail again and again, and hold back every event after it. */
  private static boolean isWithinLimit(KafkaProducerRecord<String, Buffer> message) {
    Buffer value = message.value();
    boolean isWithin = value == null || value.length() <= MAX_STATE_BYTES;
    if (!isWithin) {
      report(message, value.length() + " bytes are too many");
    }
    return isWithin;
  }

  /**
   * Adds the attributes that events and states have alike.
   *
   * @param topic without the prefix
   * @param event the event, or the one that caused the state
   * @param traceparent parent of the spans of consumers
   */
  private void addHeaders(
      KafkaProducerRecord<String, Buffer> message,
      String topic,
      String type,
      long version,
      Event event,
      String traceparent) {
    message.addHeader("ce_specversion", "1.0");
    message.addHeader("ce_type", type);
    message.addHeader("ce_source", config.source());
    message.addHeader("ce_time", Timestamps.format(event.occurredAt()));
    String schema = schemas.urlOf(topic, type);
    if (schema != null) {
      message.addHeader("ce_dataschema", schema);
    }
    // An entry of the audit log is no change of its subject: it has no place among its versions.
    if (!topic.equals(AuditEntry.TOPIC)) {
      message.addHeader(PublishedEvents.AGGREGATE_VERSION, Long.toString(version));
    }
    message.addHeader("ce_causationid", event.causationId());
    message.addHeader("ce_actor", event.actor());
    // The attribute of the CloudEvents extension for distributed tracing, and the plain header that
    // OpenTelemetry's instrumentation of consumers reads.
    message.addHeader("ce_traceparent", event.traceparent());
    message.addHeader("traceparent", traceparent);
    if (event.tracestate() != null) {
      message.addHeader("ce_tracestate", event.tracestate());
      message.addHeader("tracestate", event.tracestate());
    }
    message.addHeader("content-type", "application/json");
  }
}
