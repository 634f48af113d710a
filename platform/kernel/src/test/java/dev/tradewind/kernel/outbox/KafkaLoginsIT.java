package dev.tradewind.kernel.outbox;

import static dev.tradewind.testing.Futures.await;
import static dev.tradewind.testing.Futures.failure;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.testing.TestCertificate;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Logins of a publisher: their kinds and refusal. */
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
}
