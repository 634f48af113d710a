package dev.tradewind.stripe.testserver;

import static dev.tradewind.stripe.testserver.ServerFixture.INTENTS;
import static dev.tradewind.stripe.testserver.ServerFixture.PAID;
import static dev.tradewind.stripe.testserver.ServerFixture.SECRET;
import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.stripe.testserver.TestReceiver.Received;
import dev.tradewind.stripe.testserver.state.ApiVersion;
import dev.tradewind.stripe.testserver.state.Ledger.Kind;
import dev.tradewind.testing.NodeJs;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.junit5.VertxExtension;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The Node.js SDK, in the reference's version and the newest, and the script of a demo's page. */
@ExtendWith(VertxExtension.class)
class StripeNodeIT {

  @TempDir private static Path folder;

  private static NodeJs node;

  private StripeTestServer server;

  @BeforeAll
  static void install() throws Exception {
    node = NodeJs.install("sdk", folder);
  }

  @BeforeEach
  void start(Vertx vertx) {
    server = ServerFixture.start(vertx, false);
  }

  @AfterEach
  void close() {
    await(server.close());
  }

  @ParameterizedTest
  @ValueSource(strings = {"stripe-11", "stripe"})
  void theSdkPays(String name) throws Exception {
    assertThat(node.runScript("sdk.mjs", name, server.url())).contains("paid with " + name);

    // The capture of a part alone is neither refunded nor canceled.
    assertThat(server.ledger().withMoney()).hasSize(1);
    assertThat(server.ledger().kept(server.ledger().withMoney().getFirst())).isEqualTo(700);
    assertThat(server.ledger().byKey("refund")).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"stripe-11", "stripe"})
  void theSdkVerifiesAWebhook(String name, Vertx vertx) throws Exception {
    TestReceiver receiver = new TestReceiver(vertx);
    ServerFixture.listen(server, receiver, ApiVersion.OLDEST);
    new TestClient(server).post(INTENTS, PAID);
    await(server.webhooks().idle());
    await(receiver.close());
    Received received = receiver.received().getLast();
    JsonObject delivered =
        new JsonObject()
            .put("body", received.body())
            .put("signature", received.signature())
            .put("secret", SECRET);
    Path file = Files.writeString(folder.resolve("webhook.json"), delivered.encode());

    assertThat(node.runScript("webhook.mjs", name, file.toString())).contains("verified");
  }

  @Test
  void theScriptOfAPagePays() throws Exception {
    String printed =
        node.runScript(
            "browser.mjs",
            server.url(),
            clientSecret("automatic"),
            clientSecret("manual"),
            clientSecret("automatic"));

    assertThat(printed).contains("paid in the browser");
    assertThat(server.ledger().entries(Kind.CAPTURE)).hasSize(2);
    assertThat(server.ledger().withMoney()).hasSize(3);
  }

  private String clientSecret(String capture) throws Exception {
    return new TestClient(server)
        .post(INTENTS, "amount=1000&currency=eur&capture_method=" + capture)
        .body()
        .getString("client_secret");
  }
}
