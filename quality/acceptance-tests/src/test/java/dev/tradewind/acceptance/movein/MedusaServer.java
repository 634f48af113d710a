package dev.tradewind.acceptance.movein;

import static dev.tradewind.testing.Eventually.until;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.payment.StripeAccount;
import dev.tradewind.testing.FreePorts;
import dev.tradewind.testing.NodeJs;
import dev.tradewind.testing.TestDatabase;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/** Server of the reference with a database and an account at Stripe of its own. */
final class MedusaServer implements AutoCloseable {

  static final String EMAIL = "admin@example.com";
  static final String PASSWORD = "supersecret";

  /** Version whose folder has the scripts of all. */
  static final String LATEST = "1.20";

  private static final String PROJECT = "medusa";
  private static final Duration MAX_INSTALLATION = Duration.ofMinutes(30);

  private final NodeJs node;
  private final TestDatabase database = TestDatabase.create();
  private final StripeAccount stripe = new StripeAccount();
  private final String url = "http://127.0.0.1:" + FreePorts.find();
  private final Process process;

  private MedusaServer(NodeJs node, Path output, boolean withModules) throws Exception {
    this.node = node;
    process =
        node.startScript(
            Map.of(
                "DATABASE_URL", database.plainUrl(),
                "MEDUSA_MODULES", String.valueOf(withModules),
                "PORT", String.valueOf(URI.create(url).getPort()),
                "EMAIL", EMAIL,
                "PASSWORD", PASSWORD,
                "STRIPE_URL", stripe.url(),
                "STRIPE_KEY", StripeAccount.KEY),
            output,
            "server.js");
    try {
      awaitHealth(output);
    } catch (Exception | AssertionError failure) {
      close();
      throw failure;
    }
  }

  /** Installs the packages of the server. */
  static NodeJs install(Path folder) throws Exception {
    return NodeJs.install(PROJECT, folder, MAX_INSTALLATION);
  }

  /** Installs the packages of a server of this version. */
  static NodeJs install(String version, Path folder) throws Exception {
    return version.equals(LATEST)
        ? install(folder)
        : NodeJs.install(PROJECT, PROJECT + "-" + version, folder, MAX_INSTALLATION);
  }

  /**
   * Migrates a database, and starts a server on it.
   *
   * @param output file of its output
   * @param withModules with those of inventory and stock locations
   */
  static MedusaServer start(NodeJs node, Path output, boolean withModules) throws Exception {
    return new MedusaServer(node, output, withModules);
  }

  /** Fills the shop through its API; returns the ids that tests ask for. */
  JsonObject fill() throws Exception {
    return new JsonObject(
        node.runScript("shop.mjs", url, EMAIL, PASSWORD, stripe.url(), StripeAccount.KEY));
  }

  String url() {
    return url;
  }

  TestDatabase database() {
    return database;
  }

  StripeAccount stripe() {
    return stripe;
  }

  private void awaitHealth(Path output) {
    HttpRequest request = HttpRequest.newBuilder(URI.create(url + "/health")).build();
    try (HttpClient client = HttpClient.newHttpClient()) {
      until(
          () -> {
            assertThat(process.isAlive()).as(Files.readString(output)).isTrue();
            try {
              return client.send(request, BodyHandlers.ofString()).statusCode() == 200;
            } catch (IOException starting) {
              return false;
            }
          },
          () -> Files.readString(output));
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
    stripe.close();
  }
}
