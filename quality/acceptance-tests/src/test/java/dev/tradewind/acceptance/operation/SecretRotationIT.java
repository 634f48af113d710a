package dev.tradewind.acceptance.operation;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.Cluster;
import dev.tradewind.acceptance.KafkaEvents;
import dev.tradewind.acceptance.StaffClient;
import dev.tradewind.acceptance.Storefront;
import dev.tradewind.api.event.Topics;
import dev.tradewind.embedded.EmbeddedKafka;
import dev.tradewind.testing.FreePorts;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ScramCredentialInfo;
import org.apache.kafka.clients.admin.ScramMechanism;
import org.apache.kafka.clients.admin.UserScramCredentialAlteration;
import org.apache.kafka.clients.admin.UserScramCredentialDeletion;
import org.apache.kafka.clients.admin.UserScramCredentialUpsertion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Secrets in files that change while a node runs. */
class SecretRotationIT {

  private static final String FORMER = "former:" + "f".repeat(32);
  private static final String PRESENT = "present:" + "p".repeat(32);

  private static final String UNSENT = "SELECT count(*) FROM cart.outbox WHERE sent_at IS NULL";

  private static final String RECORDED =
      "SELECT key || ' ' || event_id FROM cart.outbox WHERE topic = '%s' ORDER BY id"
          .formatted(Topics.CART);

  private static final JsonObject LOGIN =
      new JsonObject().put("email", "admin@tradewind.test").put("password", "supersecret");

  @TempDir private Path folder;

  @Test
  void newSigningKeysSignAndThoseLoggedInBeforeStayLoggedIn() throws IOException {
    Path keys = folder.resolve("keys");
    replace(keys, FORMER);
    try (Cluster cluster = new Cluster(1).with("TRADEWIND_JWT_KEYS_FILE", keys.toString())) {
      Cluster.Gateway node = cluster.full();
      Storefront http = node.storefront();
      String previous = token(http);
      String session = session(http);
      assertThat(keyId(previous)).isEqualTo("former");

      replace(keys, PRESENT + "," + FORMER);
      node.process().awaitThat(() -> keyId(token(http)).equals("present"));

      String current = token(http);
      assertThat(isLoggedIn(http, "authorization", "Bearer " + previous)).isTrue();
      assertThat(isLoggedIn(http, "authorization", "Bearer " + current)).isTrue();
      assertThat(isLoggedIn(http, "cookie", session)).isTrue();

      replace(keys, "malformed");
      node.process().awaitThat(() -> node.process().output().contains("read-signing-keys"));
      assertThat(isLoggedIn(http, "authorization", "Bearer " + previous)).isTrue();

      replace(keys, PRESENT);
      node.process().awaitThat(() -> !isLoggedIn(http, "authorization", "Bearer " + previous));
      assertThat(isLoggedIn(http, "authorization", "Bearer " + current)).isTrue();
      assertThat(isLoggedIn(http, "cookie", session)).isTrue();
      assertThat(node.process().output()).doesNotContain("f".repeat(32), "p".repeat(32));
    }
  }

  @Test
  void aNewLoginForKafkaIsUsedWithoutLosingRepeatingOrReorderingEvents() throws Exception {
    int port = FreePorts.find();
    try (EmbeddedKafka broker = broker(port);
        Admin administrator =
            Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
      alter(administrator, user("former"));
      alter(administrator, user("present"));
      Path login = folder.resolve("login");
      replace(login, login("former"));
      try (Cluster cluster =
          new Cluster(1)
              .with("TRADEWIND_KAFKA_BOOTSTRAP", "localhost:" + port)
              .with("TRADEWIND_KAFKA_SECURITY_PROTOCOL", "SASL_PLAINTEXT")
              .with("TRADEWIND_KAFKA_SASL_MECHANISM", "SCRAM-SHA-512")
              // The broker checks the login of each connection once.
              .with("TRADEWIND_KAFKA_CONNECTIONS_MAX_IDLE_MS", "500")
              .with("TRADEWIND_KAFKA_SASL_JAAS_CONFIG_FILE", login.toString())) {
        Cluster.Gateway node = cluster.full();
        node.readyCart();

        replace(login, login("present"));
        AtomicInteger during = new AtomicInteger();
        node.process()
            .awaitThat(() -> {
              if (during.getAndIncrement() < 50) {
                node.readyCart();
              }
              return node.process().output().contains("Using a changed login for Kafka");
            });
        alter(
            administrator, new UserScramCredentialDeletion("former", ScramMechanism.SCRAM_SHA_512));
        node.readyCart();
        node.process().awaitThat(() -> cluster.count(UNSENT) == 0);

        Map<String, List<String>> sent = new HashMap<>();
        KafkaEvents.all(broker.bootstrapServers(), Topics.CART)
            .forEach(event ->
                sent.computeIfAbsent(event.message().key(), key -> new ArrayList<>())
                    .add(event.header("ce_id")));
        assertThat(sent).isEqualTo(recorded(cluster)).hasSizeGreaterThan(2);
      }
    }
  }

  /** Ids of the events of each cart, in their order. */
  private static Map<String, List<String>> recorded(Cluster cluster) {
    return cluster.texts(RECORDED).stream()
        .map(event -> event.split(" ", 2))
        .collect(groupingBy(event -> event[0], mapping(event -> event[1], toList())));
  }

  /** As mounted secrets change: at once. */
  private static void replace(Path file, String content) throws IOException {
    Path written = Files.writeString(file.resolveSibling(file.getFileName() + ".new"), content);
    Files.move(written, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  private static String token(Storefront http) {
    return StaffClient.ok(http.post("/admin/auth/token", LOGIN)).getString("access_token");
  }

  private static String session(Storefront http) {
    Answer answer = http.post("/admin/auth", LOGIN);
    return answer.headers().firstValue("set-cookie").orElseThrow().split(";", 2)[0];
  }

  private static String keyId(String token) {
    byte[] header = Base64.getUrlDecoder().decode(token.substring(0, token.indexOf('.')));
    return new JsonObject(new String(header, StandardCharsets.UTF_8)).getString("kid");
  }

  private static boolean isLoggedIn(Storefront http, String... credential) {
    return http.send("GET", "/admin/auth", null, credential).status() == 200;
  }

  private EmbeddedKafka broker(int port) {
    return EmbeddedKafka.start(
        folder.resolve("broker"),
        0,
        Map.of(
            "listeners",
            "SASL_PLAINTEXT://localhost:" + port,
            "listener.security.protocol.map",
            "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT,SASL_PLAINTEXT:SASL_PLAINTEXT",
            "sasl.enabled.mechanisms",
            "SCRAM-SHA-512",
            "listener.name.sasl_plaintext.scram-sha-512.sasl.jaas.config",
            "org.apache.kafka.common.security.scram.ScramLoginModule required;"));
  }

  private static String login(String user) {
    return "org.apache.kafka.common.security.scram.ScramLoginModule required username=\"%s\""
            .formatted(user)
        + " password=\"secret of %s\";".formatted(user);
  }

  private static UserScramCredentialAlteration user(String name) {
    return new UserScramCredentialUpsertion(
        name, new ScramCredentialInfo(ScramMechanism.SCRAM_SHA_512, 4_096), "secret of " + name);
  }

  private static void alter(Admin administrator, UserScramCredentialAlteration change)
      throws Exception {
    administrator.alterUserScramCredentials(List.of(change)).all().get();
  }
}
