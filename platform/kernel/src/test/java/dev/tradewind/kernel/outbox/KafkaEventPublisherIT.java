package dev.tradewind.kernel.outbox;

import static dev.tradewind.testing.Futures.await;
import static dev.tradewind.testing.Futures.failure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tradewind.testing.Eventually;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Publication to a broker with access control and limits. */
class KafkaEventPublisherIT extends SecuredKafkaHarness {

  /**
   * The publisher's memory takes three of the events while the broker is frozen, the fourth fails,
   * and the broker is back for the fifth.
   */
  @Test
  void noEventOvertakesAFailedOneOfItsKey() throws Exception {
    publisher =
        publisher(with(with(kafka.plain(), "buffer.memory", "131072"), "max.block.ms", "3000"));
    publish(List.of(event(topic, "a", "0")));
    List<Event> events =
        IntStream.range(0, 8)
            .mapToObj(number -> event(topic, "a", number + "x".repeat(40_000)))
            .toList();

    kafka.freeze();
    Future<?> published;
    try {
      published = publisher.publish(events);
      TimeUnit.MILLISECONDS.sleep(4_500);
    } finally {
      kafka.wake();
    }
    assertThat(failure(published)).isNotInstanceOf(RefusedEventsException.class);
    publish(List.of(event(topic, "b")));

    List<String> sent = events.stream().map(Event::eventId).toList();
    List<String> arrived =
        kafka.allRecords(topic.name()).stream()
            .map(record -> header(record, "ce_id"))
            .filter(sent::contains)
            .toList();
    assertThat(arrived).isEqualTo(sent.subList(0, arrived.size()));
  }

  @Test
  void topicsAndEventsBearTheNamesOfTheShop() throws Exception {
    KafkaConfig plain = kafka.plain();
    publisher =
        publisher(
            new KafkaConfig(
                plain.bootstrapServers(), Map.of(), "north.", 5, (short) 1, "/shops/north"));

    publish(List.of(event(topic, "a")));

    TopicDescription created =
        kafka
            .administrator
            .describeTopics(List.of("north." + topic.name()))
            .allTopicNames()
            .get()
            .get("north." + topic.name());
    assertThat(created.partitions())
        .hasSize(5)
        .allSatisfy(partition -> assertThat(partition.replicas()).hasSize(1));
    ConsumerRecord<String, String> published = kafka.records("north." + topic.name(), 1).getFirst();
    assertThat(header(published, "ce_source")).isEqualTo("/shops/north");
    assertThat(header(published, "ce_dataschema")).isEqualTo("schema of " + topic.name());
  }

  @Test
  void moreReplicasThanBrokersAreAnOutage() {
    KafkaConfig plain = kafka.plain();
    publisher =
        publisher(
            new KafkaConfig(plain.bootstrapServers(), Map.of(), "", null, (short) 3, "/shop"));

    assertThat(failure(publisher.publish(List.of(event(topic, "a")))))
        .hasStackTraceContaining("replication factor");
  }

  @Test
  void aRecordThatIsTooLargeIsRefusedAndTheOthersArePublished() {
    publisher = publisher(kafka.plain());
    Event large = event(topic, "large", "x".repeat(2 << 20));

    Throwable refused = refusal(List.of(event(topic, "a"), large, event(topic, "b")));

    assertThat(refused)
        .isInstanceOfSatisfying(
            RefusedEventsException.class,
            refusals ->
                assertThat(refusals.events())
                    .singleElement()
                    .satisfies(refusal -> {
                      assertThat(refusal.event()).isEqualTo(large);
                      assertThat(refusal.reason()).startsWith("RecordTooLargeException");
                    }));
    assertThat(kafka.records(topic.name(), 2))
        .extracting(ConsumerRecord::key)
        .containsExactlyInAnyOrder("a", "b");
  }

  @ParameterizedTest
  @ValueSource(strings = {"WRITE", "DESCRIBE"})
  void aTopicThatTheLoginMayNotWriteIsRefusedAndTheOthersArePublished(String operation)
      throws Exception {
    Topic denied = topic();
    publisher = publisher(kafka.withPassword("PLAIN", PASSWORD), topic, denied);
    publish(List.of(event(denied, "a")));
    kafka.add(
        new AclBinding(
            new ResourcePattern(ResourceType.TOPIC, denied.name(), PatternType.LITERAL),
            new AccessControlEntry(
                "User:shop", "*", AclOperation.valueOf(operation), AclPermissionType.DENY)));
    // A new connection: this one has cached the topic.
    await(publisher.close());
    publisher = publisher(kafka.withPassword("PLAIN", PASSWORD), topic, denied);

    Throwable refused = refusal(List.of(event(denied, "b"), event(topic, "c")));

    assertThat(refused)
        .isInstanceOfSatisfying(
            RefusedEventsException.class,
            refusals ->
                assertThat(refusals.events())
                    .singleElement()
                    .satisfies(refusal ->
                        assertThat(refusal.reason()).startsWith("TopicAuthorizationException")));
    assertThat(kafka.records(topic.name(), 1)).extracting(ConsumerRecord::key).containsExactly("c");
  }

  @Test
  void aLoginThatMayNotCreateTopicsUsesExistingOnes() throws Exception {
    publisher = publisher(kafka.plain());
    publish(List.of(event(topic, "a")));
    await(publisher.close());
    kafka.add(
        new AclBinding(
            new ResourcePattern(ResourceType.TOPIC, topic.name(), PatternType.LITERAL),
            new AccessControlEntry("User:shop", "*", AclOperation.WRITE, AclPermissionType.ALLOW)));
    publisher = publisher(kafka.withPassword("PLAIN", PASSWORD));

    publish(List.of(event(topic, "b")));

    assertThat(kafka.records(topic.name(), 2)).hasSize(2);
  }

  @Test
  void aTopicWithAnInvalidNameIsRefused() {
    publisher = publisher(kafka.plain());
    Topic invalid = new Topic("not a topic", 1, Duration.ofDays(1), false);

    Throwable refused = refusal(List.of(event(invalid, "a"), event(topic, "b")));

    assertThat(refused).isInstanceOf(RefusedEventsException.class);
    assertThat(kafka.records(topic.name(), 1)).hasSize(1);
  }

  @Test
  void settingsThatMakeNoClientAreExplained() {
    publisher = publisher(kafka.plain());
    KafkaConfig right = kafka.withPassword("PLAIN", PASSWORD);
    right.requireUsable();

    assertThatThrownBy(() -> with(right, "ssl.truststore.location", "nothing.pem").requireUsable())
        .hasMessageContaining("nothing.pem");
    assertThatThrownBy(() -> with(right, "security.protocol", "TLS").requireUsable())
        .hasMessageContaining("security.protocol");
    assertThatThrownBy(() -> with(right, "retries", "0").requireUsable())
        .hasMessageContaining("retries");
    assertThatThrownBy(() ->
            with(right, "sasl.jaas.config", "PlainLoginModule required password=secret")
                .requireUsable())
        .hasMessageContaining("sasl.jaas.config is malformed")
        .hasMessageNotContaining("secret");
    assertThat(right).asString().doesNotContain(PASSWORD);
  }

  private void publish(List<Event> events) {
    assertThat(outcome(events)).isEmpty();
  }

  private Throwable refusal(List<Event> events) {
    return outcome(events).orElseThrow();
  }

  /** As the relay does: what Kafka does not answer in time is published again. */
  private Optional<Throwable> outcome(List<Event> events) {
    return Eventually.value(
        () ->
            await(
                publisher
                    .publish(events)
                    .transform(
                        result -> Future.succeededFuture(Optional.ofNullable(result.cause())))),
        failure -> failure.isEmpty() || failure.get() instanceof RefusedEventsException);
  }
}
