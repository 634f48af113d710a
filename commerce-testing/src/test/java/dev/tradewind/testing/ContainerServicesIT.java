package dev.tradewind.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.embedded.EmbeddedKafka;
import dev.tradewind.embedded.EmbeddedPostgres;
import dev.tradewind.testing.FakeDockerEngine.Container;
import dev.tradewind.testing.FakeDockerEngine.Image;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Test services from containers, where a Docker engine answers: another JVM runs the code of the
 * tests, with Testcontainers and its resource reaper, against an engine of which only the address
 * is not a real one. The containers' ports lead to a real PostgreSQL and a real Kafka.
 */
class ContainerServicesIT {

  private static final String POSTGRES = "postgres:18-alpine";
  private static final String KAFKA = "apache/kafka:4.1.0";
  private static final String REAPER = "testcontainers/ryuk:0.14.0";

  @TempDir static Path folder;

  private static EmbeddedPostgres postgres;
  private static EmbeddedKafka kafka;
  private static ServerSocket reaper;
  private static FakeDockerEngine engine;
  private static String output;

  @BeforeAll
  static void runInContainers() throws Exception {
    postgres = EmbeddedPostgres.startForTests();
    kafka = EmbeddedKafka.start(folder.resolve("kafka"), 0);
    reaper = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(ContainerServicesIT::acknowledge);
    engine =
        new FakeDockerEngine(
            Map.of(
                POSTGRES,
                new Image(
                    "5432/tcp",
                    new TestDatabaseAddress(postgres.database("postgres")).port(),
                    ContainerServicesIT::initialize,
                    List.of(
                        "LOG:  database system is ready to accept connections",
                        "PostgreSQL init process complete; ready for start up.",
                        "LOG:  database system is ready to accept connections")),
                KAFKA,
                new Image(
                    "9092/tcp",
                    kafka.port(),
                    environment -> {},
                    List.of(
                        "INFO [BrokerLifecycleManager id=1] The broker has been unfenced."
                            + " Transitioning from RECOVERY to RUNNING.",
                        "INFO [KafkaRaftServer nodeId=1] Kafka Server started")),
                REAPER,
                new Image(
                    "8080/tcp", reaper.getLocalPort(), environment -> {}, List.of("Started"))));
    output = run(engine.address());
  }

  @AfterAll
  static void close() throws IOException {
    engine.close();
    reaper.close();
    kafka.close();
    postgres.close();
  }

  @Test
  void bothServicesComeFromContainersOfTheirImages() {
    assertThat(engine.calls())
        .contains("GET /info", "GET /version", "POST /images/create", "POST /containers/create")
        .contains("POST /containers/{id}/start", "GET /containers/{id}/json")
        .doesNotContain("POST /containers/{id}/kill");
    assertThat(engine.container(REAPER).image()).isEqualTo(REAPER);
    assertThat(output)
        .contains("postgres=postgresql://test:test@127.0.0.1:" + postgresPort() + "/test_")
        .contains(" as test")
        .contains("kafka=127.0.0.1:" + kafka.port());
  }

  @Test
  void thePostgresContainerHasALoginAndTheSettingsOfTests() {
    Container container = engine.container(POSTGRES);

    assertThat(container.environment())
        .containsEntry("POSTGRES_USER", "test")
        .containsEntry("POSTGRES_PASSWORD", "test")
        .containsEntry("POSTGRES_DB", "test");
    assertThat(container.command())
        .containsExactly("postgres", "-c", "fsync=off", "-c", "max_connections=300");
    assertThat(ports(container)).containsExactly("5432/tcp");
  }

  @Test
  void theKafkaContainerAdvertisesItsMappedPortAndMakesNoTopicsByItself() {
    Container container = engine.container(KAFKA);

    assertThat(container.environment())
        .containsEntry("KAFKA_AUTO_CREATE_TOPICS_ENABLE", "false")
        .containsEntry("KAFKA_PROCESS_ROLES", "broker,controller");
    assertThat(container.files().toString())
        .contains("KAFKA_ADVERTISED_LISTENERS=PLAINTEXT://127.0.0.1:" + kafka.port());
    assertThat(ports(container)).containsExactly("9092/tcp");
  }

  private static Iterable<String> ports(Container container) {
    return container.request().getJsonObject("ExposedPorts").fieldNames();
  }

  private static int postgresPort() {
    return new TestDatabaseAddress(postgres.database("postgres")).port();
  }

  private record TestDatabaseAddress(String url) {

    int port() {
      return java.net.URI.create(url).getPort();
    }
  }

  /** Creates login and database, as the entry point of the image does. */
  private static void initialize(Map<String, String> environment) {
    String user = environment.get("POSTGRES_USER");
    try (Connection connection = new TestDatabase(postgres.database("postgres")).connect();
        Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE ROLE %s SUPERUSER LOGIN PASSWORD '%s'"
              .formatted(user, environment.get("POSTGRES_PASSWORD")));
      statement.execute(
          "CREATE DATABASE %s OWNER %s".formatted(environment.get("POSTGRES_DB"), user));
    } catch (SQLException failure) {
      throw new IllegalStateException(failure);
    }
  }

  /** The protocol of the resource reaper: every filter of resources is acknowledged. */
  private static void acknowledge() {
    try {
      while (true) {
        Socket client = reaper.accept();
        Thread.ofVirtual()
            .start(() -> {
              try (client;
                  BufferedReader filters =
                      new BufferedReader(
                          new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8))) {
                while (filters.readLine() != null) {
                  client.getOutputStream().write("ACK\n".getBytes(StandardCharsets.UTF_8));
                }
              } catch (IOException gone) {
                throw new UncheckedIOException(gone);
              }
            });
      }
    } catch (IOException closed) {
      // The end of the test.
    }
  }

  private static String run(String engineAddress) throws Exception {
    Path log = folder.resolve("probe.log");
    ProcessBuilder builder =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                // Testcontainers reads and writes a file in the home folder.
                "-Duser.home=" + folder,
                "-cp",
                System.getProperty("java.class.path"),
                ServicesProbe.class.getName())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    builder.environment().put("DOCKER_HOST", engineAddress);
    builder.environment().keySet().removeIf(name -> name.startsWith("TESTCONTAINERS_"));
    Process process = builder.start();
    assertThat(process.waitFor(120, TimeUnit.SECONDS)).as("end of the probe").isTrue();
    String text = Files.readString(log);
    assertThat(process.exitValue()).as(text + engine.calls()).isZero();
    return text;
  }
}
