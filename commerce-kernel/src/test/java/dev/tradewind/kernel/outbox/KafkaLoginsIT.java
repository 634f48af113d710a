package dev.tradewind.kernel.outbox;

import static dev.tradewind.testing.Futures.await;
import static dev.tradewind.testing.Futures.failure;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.testing.TestCertificate;
import io.vertx.core.Future;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.ScramCredentialInfo;
import org.apache.kafka.clients.admin.ScramMechanism;
import org.apache.kafka.clients.admin.UserScramCredentialUpsertion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Logins of a publisher: their kinds, refusal and change. */
class KafkaLoginsIT extends SecuredKafkaHarness {

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
}
