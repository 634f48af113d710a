package dev.tradewind.acceptance.commandline;

import static dev.tradewind.testing.Eventually.until;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.DocumentedCode;
import dev.tradewind.acceptance.NodeProcess;
import dev.tradewind.acceptance.Storefront;
import dev.tradewind.embedded.Home;
import dev.tradewind.testing.FreePorts;
import dev.tradewind.testing.TestDatabase;
import dev.tradewind.testing.TestKafka;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every block of the page about hooks, in its order: the plugin, the service, and their shop. */
class HooksPageIT {

  private static final String LIBRARIES = "$TRADEWIND/app/launcher/target/lib/*";
  private static final String FOLDER = "/srv/shop";
  private static final String PORT = "8090";

  @TempDir private Path folder;

  private final String port = Integer.toString(FreePorts.find());

  @Test
  void theHooksOfThePageDecideInADemoShop() throws Exception {
    List<String[]> blocks =
        DocumentedCode.blocks(Home.folder().resolve("docs/hooks.md"))
            .map(block -> new String[] {block.language(), here(block.code())})
            .toList();
    assertThat(blocks)
        .extracting(block -> block[0])
        .containsExactly("java", "sh", "json", "js", "sh");
    Path source = folder.resolve("com/example/HouseRulesPlugin.java");
    Files.createDirectories(source.getParent());
    Files.writeString(source, blocks.get(0)[1]);
    for (String command : blocks.get(1)[1].lines().toList()) {
      new Shell(folder).run(command.replace(LIBRARIES, System.getProperty("java.class.path")));
    }
    Files.writeString(folder.resolve("hooks.json"), blocks.get(2)[1]);
    Files.writeString(folder.resolve("large-orders.mjs"), blocks.get(3)[1]);
    List<String> commands = blocks.get(4)[1].lines().toList();
    assertThat(commands).hasSize(3);
    new Shell(folder).run(commands.get(0));
    assertThat(commands.get(1)).isEqualTo("node large-orders.mjs &");
    Process service =
        new ProcessBuilder("node", "large-orders.mjs")
            .directory(folder.toFile())
            .inheritIO()
            .start();
    try {
      until(this::isListening);
      orderBeside(commands.get(2));
    } finally {
      service.destroyForcibly().waitFor();
    }
  }

  private void orderBeside(String start) {
    String[] parts = start.split(" \"\\$TRADEWIND/tradewind\" ");
    Map<String, String> environment = environment();
    for (String setting : parts[0].split(" ")) {
      environment.put(setting.split("=")[0], setting.split("=")[1]);
    }
    try (NodeProcess node = NodeProcess.command(environment, parts[1].split(" "))) {
      node.awaitServing();
      assertThat(node.output())
          .contains(
              "Started plugin house-rules with the hooks three-units, account-prices the subscribers"
                  + " orders");
      Storefront shop =
          new Storefront("http://127.0.0.1:" + environment.get("TRADEWIND_HTTP_PORT"));
      String variant = shop.variant(0);
      JsonObject cart = shop.createCart(shop.euros(), variant, 1);
      String path = "/store/carts/" + cart.getString("id");

      Answer refused =
          shop.post(
              path + "/line-items", new JsonObject().put("variant_id", variant).put("quantity", 3));
      assertThat(refused.body().getString("message"))
          .isEqualTo("We sell three of it to each customer.");

      shop.prepareForCompletion(cart.getString("id"), "ada@example.com", "de");
      Answer placed = completed(shop, path);
      assertThat(placed.status()).as(placed.text()).isEqualTo(200);
      String order = placed.body().getJsonObject("data").getString("id");
      node.awaitThat(() -> node.prints("Order placed: " + order));
      assertThat(node.stop()).isZero();
    }
  }

  /** A required hook that answers late on a slow machine refuses with a 503, and is asked again. */
  private static Answer completed(Storefront shop, String path) {
    Answer answer = shop.post(path + "/complete", null);
    while (answer.status() == 503) {
      Thread.onSpinWait();
      answer = shop.post(path + "/complete", null);
    }
    return answer;
  }

  private boolean isListening() {
    try (Socket socket = new Socket("127.0.0.1", Integer.parseInt(port))) {
      return socket.isConnected();
    } catch (IOException notYet) {
      return false;
    }
  }

  /** The block with the folder and the port of the test. */
  private String here(String block) {
    return block.replace(FOLDER, folder.toString()).replace(PORT, port);
  }

  private Map<String, String> environment() {
    return new HashMap<>(
        Map.of(
            "TRADEWIND_DATABASE_URL",
            TestDatabase.create().url(),
            "TRADEWIND_KAFKA_BOOTSTRAP",
            TestKafka.bootstrapServers(),
            "TRADEWIND_DATA_DIR",
            folder.resolve("data").toString(),
            "TRADEWIND_HTTP_PORT",
            Integer.toString(FreePorts.find()),
            "TRADEWIND_CLUSTER_PORT",
            Integer.toString(FreePorts.find())));
  }
}
