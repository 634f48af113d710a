package dev.tradewind.kernel.outbox;

import static dev.tradewind.testing.Futures.await;
import static dev.tradewind.testing.Futures.failure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.text.Timestamps;
import dev.tradewind.testing.TestCertificate;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.ScramCredentialInfo;
import org.apache.kafka.clients.admin.ScramMechanism;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.admin.UserScramCredentialUpsertion;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Publication to a broker with TLS, logins, access control and limits. */
class KafkaEventPublisherIT {

  private static final MeterRegistry METERS = new SimpleMeterRegistry();

  private static final String PASSWORD = "plain+%";

  @TempDir private static Path folder;

  private static final Vertx vertx = Vertx.vertx();
  private static SecuredKafka kafka;
  private final Topic topic = topic();
  private KafkaEventPublisher publisher;

  @BeforeAll
  static void start() throws Exception {
    kafka = SecuredKafka.start(folder);
  }

  @AfterAll
  static void stop() {
    await(vertx.close());
    kafka.close();
  }

  @AfterEach
  void closePublisher() {
    await(publisher.close());
  }

  @ParameterizedTest
  @ValueSource(strings = {"PLAIN", "SCRAM-SHA-512", "certificate"})
  void eventsArePublishedOverTlsWith(String login) throws Exception {
    createScramUser("scram");
    publisher =
        publisher(
            switch (login) {
              case "PLAIN" -> kafka.withPassword(login, PASSWORD);
              case "certificate" -> kafka.withCertificate();
              default -> kafka.withPassword(login, "scram");
            });

    await(publisher.publish(List.of(event(topic, "a"))));

    assertThat(kafka.records(topic.name(), 1)).hasSize(1);
  }

  @Test
  void aBrokerOfAnotherAuthorityGetsNoEvents() throws Exception {
    TestCertificate stranger = TestCertificate.create(folder, "stranger", "dns:localhost");
    publisher =
        publisher(
            with(
                kafka.withPassword("PLAIN", PASSWORD),
                "ssl.truststore.location",
                stranger.certificate().toString()));

    assertThat(failure(publisher.publish(List.of(event(topic, "a")))))
        .isNotInstanceOf(RefusedEventsException.class);
  }

  /** A login that fails is an outage, not a refusal of the events. */
  @Test
  void eventsArePublishedOnceTheLoginIsAccepted() throws Exception {
    createScramUser("former");
    publisher = publisher(kafka.withPassword("SCRAM-SHA-512", "present"));
    for (int attempt = 0; attempt < 3; attempt++) {
      assertThat(failure(publisher.publish(List.of(event(topic, "a")))))
          .isNotInstanceOf(RefusedEventsException.class);
    }

    createScramUser("present");

    await(publisher.publish(List.of(event(topic, "a"))));
    assertThat(kafka.records(topic.name(), 1)).hasSize(1);
  }

  @Test
  void eventsArePublishedAgainAfterThePasswordWasChangedForAWhile() throws Exception {
    createScramUser("present");
    publisher =
        publisher(
            with(kafka.withPassword("SCRAM-SHA-512", "present"), "connections.max.idle.ms", "500"));
    await(publisher.publish(List.of(event(topic, "a"))));

    createScramUser("another");
    publishUntilTheConnectionEnds();
    for (int attempt = 0; attempt < 3; attempt++) {
      assertThat(failure(publisher.publish(List.of(event(topic, "b")))))
          .isNotInstanceOf(RefusedEventsException.class);
    }
    createScramUser("present");

    Event last = event(topic, "b");
    await(publisher.publish(List.of(last)));
    assertThat(kafka.allRecords(topic.name()))
        .extracting(record -> header(record, "ce_id"))
        .containsOnlyOnce(last.eventId());
  }

  @Test
  void aChangedLoginIsUsedByTheNextCallAndEndsTheFormerOnesFirst() throws Exception {
    createScramUser("former");
    publisher = publisher(kafka.withPassword("SCRAM-SHA-512", "former"));
    await(publisher.publish(List.of(event(topic, "a"))));
    List<Event> inFlight = events("a", 100);
    List<Event> later = events("a", 100);

    kafka.freeze();
    Future<Void> published;
    try {
      published = publisher.publish(inFlight);
      publisher.use(kafka.withPassword("PLAIN", PASSWORD));
    } finally {
      kafka.wake();
    }
    await(published);
    await(publisher.publish(later));

    assertThat(kafka.allRecords(topic.name()).stream().skip(1))
        .extracting(record -> header(record, "ce_id"))
        .containsExactlyElementsOf(
            Stream.concat(inFlight.stream(), later.stream()).map(Event::eventId).toList());
  }

  @Test
  void aWrongLoginIsReplacedByARightOne() throws Exception {
    publisher = publisher(kafka.withPassword("PLAIN", "wrong"));
    assertThat(failure(publisher.publish(List.of(event(topic, "a")))))
        .isNotInstanceOf(RefusedEventsException.class);

    publisher.use(kafka.withPassword("PLAIN", PASSWORD));

    await(publisher.publish(List.of(event(topic, "a"))));
    assertThat(kafka.records(topic.name(), 1)).hasSize(1);
  }

  private List<Event> events(String key, int count) {
    return IntStream.range(0, count).mapToObj(number -> event(topic, key)).toList();
  }

  /** An established connection keeps its login; the publisher has to be idle for half a second. */
  private void publishUntilTheConnectionEnds() throws InterruptedException {
    for (int published = 0; published < 15; published++) {
      TimeUnit.SECONDS.sleep(2);
      Future<?> event = publisher.publish(List.of(event(topic, "b")));
      if (await(event.transform(result -> Future.succeededFuture(result.failed())))) {
        return;
      }
    }
    throw new AssertionError("The connection kept its login");
  }

  /**
   * The publisher's memory takes three of the events while the broker is frozen, the fourth fails,
   * and the broker is back for the fifth.
   */
  @Test
  void noEventOvertakesAFailedOneOfItsKey() throws Exception {
    publisher =
        publisher(with(with(kafka.plain(), "buffer.memory", "131072"), "max.block.ms", "3000"));
    await(publisher.publish(List.of(event(topic, "a", "0"))));
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
    await(publisher.publish(List.of(event(topic, "b"))));

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

    await(publisher.publish(List.of(event(topic, "a"))));

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

    Throwable refused =
        failure(publisher.publish(List.of(event(topic, "a"), large, event(topic, "b"))));

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
    await(publisher.publish(List.of(event(denied, "a"))));
    kafka.add(
        new AclBinding(
            new ResourcePattern(ResourceType.TOPIC, denied.name(), PatternType.LITERAL),
            new AccessControlEntry(
                "User:shop", "*", AclOperation.valueOf(operation), AclPermissionType.DENY)));
    // A new connection: this one has cached the topic.
    await(publisher.close());
    publisher = publisher(kafka.withPassword("PLAIN", PASSWORD), topic, denied);

    Throwable refused = failure(publisher.publish(List.of(event(denied, "b"), event(topic, "c"))));

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
    await(publisher.publish(List.of(event(topic, "a"))));
    await(publisher.close());
    kafka.add(
        new AclBinding(
            new ResourcePattern(ResourceType.TOPIC, topic.name(), PatternType.LITERAL),
            new AccessControlEntry("User:shop", "*", AclOperation.WRITE, AclPermissionType.ALLOW)));
    publisher = publisher(kafka.withPassword("PLAIN", PASSWORD));

    await(publisher.publish(List.of(event(topic, "b"))));

    assertThat(kafka.records(topic.name(), 2)).hasSize(2);
  }

  @Test
  void aTopicWithAnInvalidNameIsRefused() {
    publisher = publisher(kafka.plain());
    Topic invalid = new Topic("not a topic", 1, Duration.ofDays(1), false);

    Throwable refused = failure(publisher.publish(List.of(event(invalid, "a"), event(topic, "b"))));

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

  private static KafkaConfig with(KafkaConfig config, String property, String value) {
    Map<String, String> properties = new HashMap<>(config.clientProperties());
    properties.put(property, value);
    return new KafkaConfig(
        config.bootstrapServers(), properties, "", null, null, KafkaConfig.DEFAULT_SOURCE);
  }

  /** Returns once the broker accepts the password: it learns of it after the controller. */
  private static void createScramUser(String password) throws Exception {
    kafka
        .administrator
        .alterUserScramCredentials(
            List.of(
                new UserScramCredentialUpsertion(
                    "shop",
                    new ScramCredentialInfo(ScramMechanism.SCRAM_SHA_512, 4_096),
                    password)))
        .all()
        .get();
    kafka.awaitLogin(kafka.withPassword("SCRAM-SHA-512", password));
  }

  private KafkaEventPublisher publisher(KafkaConfig config) {
    return publisher(config, topic);
  }

  private static KafkaEventPublisher publisher(KafkaConfig config, Topic... topics) {
    return KafkaEventPublisher.create(
        vertx, config, List.of(topics), (name, type) -> "schema of " + name, METERS);
  }

  private static Topic topic() {
    return new Topic("things-" + UUID.randomUUID(), 1, Duration.ofDays(1), false);
  }

  private static Event event(Topic topic, String key) {
    return event(topic, key, "text");
  }

  private static Event event(Topic topic, String key, String text) {
    return Event.of(
            CallContext.system(Clock.systemUTC(), Duration.ofSeconds(5)),
            Timestamps.now(Clock.systemUTC()),
            topic.name(),
            "thing.changed",
            "thing_1",
            1,
            new JsonObject().put("id", "thing_1").put("text", text))
        .keyedBy(key);
  }

  private static String header(ConsumerRecord<String, String> message, String name) {
    return new String(message.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
  }
}
