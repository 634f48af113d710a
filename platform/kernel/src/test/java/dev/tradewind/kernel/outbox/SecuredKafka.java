package dev.tradewind.kernel.outbox;

import static dev.tradewind.testing.Eventually.until;

import dev.tradewind.embedded.EmbeddedKafka;
import dev.tradewind.testing.FreePorts;
import dev.tradewind.testing.TestCertificate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.serialization.StringDeserializer;

/**
 * Broker with listeners for TLS with a login and TLS with client certificates, and a plain one for
 * its administrator.
 */
final class SecuredKafka implements AutoCloseable {

  private final EmbeddedKafka broker;
  private final String withLogin;
  private final String withCertificate;
  final TestCertificate server;
  private final Path clientStore;
  final Admin administrator;

  private SecuredKafka(
      EmbeddedKafka broker,
      int loginPort,
      int certificatePort,
      TestCertificate server,
      Path clientStore) {
    this.broker = broker;
    this.withLogin = "localhost:" + loginPort;
    this.withCertificate = "localhost:" + certificatePort;
    this.server = server;
    this.clientStore = clientStore;
    this.administrator = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()));
  }

  static SecuredKafka start(Path folder) throws Exception {
    TestCertificate server = TestCertificate.create(folder, "kafka", "dns:localhost");
    TestCertificate client = TestCertificate.create(folder, "client", "dns:localhost");
    int loginPort = FreePorts.find();
    int certificatePort = FreePorts.find();
    Map<String, String> settings = new HashMap<>();
    settings.put(
        "listeners",
        "SASL_SSL://localhost:%d,SSL://localhost:%d".formatted(loginPort, certificatePort));
    settings.put(
        "listener.security.protocol.map",
        "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT,SASL_SSL:SASL_SSL,SSL:SSL");
    settings.put("ssl.keystore.type", "PEM");
    settings.put("ssl.keystore.location", store(folder, server, "server.pem").toString());
    settings.put("ssl.truststore.type", "PEM");
    settings.put("ssl.truststore.location", client.certificate().toString());
    settings.put("listener.name.ssl.ssl.client.auth", "required");
    settings.put("sasl.enabled.mechanisms", "PLAIN,SCRAM-SHA-512");
    settings.put(
        "listener.name.sasl_ssl.plain.sasl.jaas.config",
        "org.apache.kafka.common.security.plain.PlainLoginModule required user_shop=\"plain+%\";");
    settings.put(
        "listener.name.sasl_ssl.scram-sha-512.sasl.jaas.config",
        "org.apache.kafka.common.security.scram.ScramLoginModule required;");
    settings.put(
        "authorizer.class.name", "org.apache.kafka.metadata.authorizer.StandardAuthorizer");
    settings.put("super.users", "User:ANONYMOUS");
    settings.put("allow.everyone.if.no.acl.found", "true");
    return new SecuredKafka(
        EmbeddedKafka.start(folder.resolve("broker"), 0, settings),
        loginPort,
        certificatePort,
        server,
        store(folder, client, "client.pem"));
  }

  /** Key and certificate in one file, as Kafka reads them. */
  private static Path store(Path folder, TestCertificate identity, String name) throws IOException {
    return Files.writeString(
        folder.resolve(name),
        Files.readString(identity.key()) + Files.readString(identity.certificate()));
  }

  /** Freezes the broker (SIGSTOP): it keeps its connections open and does not run. */
  void freeze() throws Exception {
    signal("-STOP");
  }

  void wake() throws Exception {
    signal("-CONT");
  }

  private void signal(String signal) throws Exception {
    String pid = Long.toString(broker.process().pid());
    if (new ProcessBuilder("kill", signal, pid).start().waitFor() != 0) {
      throw new IllegalStateException("Sending " + signal + " to the broker failed");
    }
  }

  KafkaConfig plain() {
    return KafkaConfig.of(broker.bootstrapServers());
  }

  KafkaConfig withPassword(String mechanism, String password) {
    String module = mechanism.equals("PLAIN") ? "plain.Plain" : "scram.Scram";
    return with(
        withLogin,
        Map.of(
            "security.protocol",
            "SASL_SSL",
            "ssl.truststore.type",
            "PEM",
            "ssl.truststore.location",
            server.certificate().toString(),
            "sasl.mechanism",
            mechanism,
            "sasl.jaas.config",
            "org.apache.kafka.common.security.%sLoginModule required username=\"shop\" password=\"%s\";"
                .formatted(module, password)));
  }

  KafkaConfig withCertificate() {
    return with(
        withCertificate,
        Map.of(
            "security.protocol", "SSL",
            "ssl.truststore.type", "PEM",
            "ssl.truststore.location", server.certificate().toString(),
            "ssl.keystore.type", "PEM",
            "ssl.keystore.location", clientStore.toString()));
  }

  private static KafkaConfig with(String servers, Map<String, String> properties) {
    return new KafkaConfig(servers, properties, "", null, null, KafkaConfig.DEFAULT_SOURCE);
  }

  /** Adds an access control entry, and returns once the broker applies it. */
  void add(AclBinding entry) throws Exception {
    administrator.createAcls(List.of(entry)).all().get();
    until(() -> !administrator.describeAcls(entry.toFilter()).values().get().isEmpty());
  }

  /** Returns once the broker accepts the login. */
  void awaitLogin(KafkaConfig login) {
    Map<String, Object> properties = new HashMap<>(login.clientProperties());
    properties.put("bootstrap.servers", login.bootstrapServers());
    until(() -> {
      try (Admin client = Admin.create(properties)) {
        client.describeCluster().nodes().get();
        return true;
      } catch (ExecutionException refused) {
        if (refused.getCause() instanceof AuthenticationException) {
          return false;
        }
        throw refused;
      }
    });
  }

  /** The records that the topic has now. */
  List<ConsumerRecord<String, String>> allRecords(String topic) throws Exception {
    TopicPartition only = new TopicPartition(topic, 0);
    long end =
        administrator
            .listOffsets(Map.of(only, OffsetSpec.latest()))
            .partitionResult(only)
            .get()
            .offset();
    return records(topic, (int) end);
  }

  /** The records of a topic, read until there are as many. */
  List<ConsumerRecord<String, String>> records(String topic, int count) {
    try (KafkaConsumer<String, String> consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", broker.bootstrapServers(), "auto.offset.reset", "earliest"),
            new StringDeserializer(),
            new StringDeserializer())) {
      consumer.assign(
          consumer.partitionsFor(topic).stream()
              .map(found -> new TopicPartition(found.topic(), found.partition()))
              .toList());
      List<ConsumerRecord<String, String>> records = new ArrayList<>();
      until(() -> {
        consumer.poll(Duration.ofMillis(200)).forEach(records::add);
        return records.size() >= count;
      });
      return records;
    }
  }

  @Override
  public void close() {
    administrator.close(Duration.ZERO);
    broker.close();
  }
}
