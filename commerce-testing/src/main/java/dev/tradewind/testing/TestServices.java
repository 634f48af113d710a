package dev.tradewind.testing;

import dev.tradewind.embedded.EmbeddedKafka;
import dev.tradewind.embedded.EmbeddedPostgres;
import java.nio.file.Files;
import java.nio.file.Path;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.kafka.KafkaContainer;
import org.testcontainers.postgresql.PostgreSQLContainer;

/**
 * Shared services of tests, started at their first use and stopped with the JVM: containers if a
 * Docker engine is available, else embedded binaries.
 */
final class TestServices {

  private static final String POSTGRES_IMAGE = "postgres:18-alpine";
  private static final String KAFKA_IMAGE = "apache/kafka:4.1.0";

  private TestServices() {}

  /** URL of the server's own database, with the login of the superuser. */
  static String postgres() {
    return PostgresHolder.URL;
  }

  static String kafka() {
    return KafkaHolder.BOOTSTRAP_SERVERS;
  }

  private static final class PostgresHolder {
    static final String URL = DockerHolder.ANSWERS ? postgresContainer() : embeddedPostgres();
  }

  private static final class KafkaHolder {
    static final String BOOTSTRAP_SERVERS =
        DockerHolder.ANSWERS ? kafkaContainer() : embeddedKafka();
  }

  private static final class DockerHolder {
    static final boolean ANSWERS = dockerAnswers();
  }

  private static boolean dockerAnswers() {
    // Without an engine Testcontainers takes seconds and logs a page before it fails.
    boolean hinted =
        System.getenv("DOCKER_HOST") != null || Files.exists(Path.of("/var/run/docker.sock"));
    return hinted && DockerClientFactory.instance().isDockerAvailable();
  }

  // Containers stay open until the JVM ends; then Testcontainers' own reaper removes them.

  @SuppressWarnings("resource")
  private static String postgresContainer() {
    PostgreSQLContainer server =
        new PostgreSQLContainer(POSTGRES_IMAGE)
            .withCommand(
                "postgres",
                "-c",
                "fsync=off",
                "-c",
                "max_connections=300",
                "-c",
                "idle_in_transaction_session_timeout=60s");
    server.start();
    return "postgresql://%s:%s@%s:%s/%s"
        .formatted(
            server.getUsername(),
            server.getPassword(),
            server.getHost(),
            server.getMappedPort(PostgreSQLContainer.POSTGRESQL_PORT),
            server.getDatabaseName());
  }

  @SuppressWarnings("resource")
  private static String kafkaContainer() {
    KafkaContainer broker =
        new KafkaContainer(KAFKA_IMAGE).withEnv("KAFKA_AUTO_CREATE_TOPICS_ENABLE", "false");
    broker.start();
    return broker.getBootstrapServers();
  }

  private static String embeddedPostgres() {
    return EmbeddedPostgres.startForTests().database("postgres");
  }

  private static String embeddedKafka() {
    Path folder = TestDataFolders.create("kafka");
    EmbeddedKafka broker = EmbeddedKafka.start(folder, 0);
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  broker.close();
                  TestDataFolders.delete(folder);
                },
                "stop-kafka"));
    return broker.bootstrapServers();
  }
}
