package dev.tradewind.acceptance.payment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.NodeProcess;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.launcher.config.Setting;
import dev.tradewind.testing.FreePorts;
import dev.tradewind.testing.NodeJs;
import dev.tradewind.testing.TestKafka;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Payments by card in the storefront of {@code start --demo-stripe}, in Chromium: accepted,
 * declined, and with 3-D Secure.
 */
class StripeBrowserIT {

  private static final Pattern STRIPE = Pattern.compile("declined [\\d ]+ at (\\S+)");

  @TempDir private Path folder;

  @Test
  void aShopperPaysByCard() throws Exception {
    NodeJs browser = NodeJs.installBrowser(folder);
    String port = Integer.toString(FreePorts.find());
    Map<String, String> settings =
        Map.of(
            "TRADEWIND_DATABASE_URL", Shop.migratedDatabase().url(),
            "TRADEWIND_KAFKA_BOOTSTRAP", TestKafka.bootstrapServers(),
            "TRADEWIND_CLUSTER_NAME", "stripe-" + Ids.ulid(),
            "TRADEWIND_CLUSTER_PORT", Integer.toString(FreePorts.find()),
            "TRADEWIND_HTTP_PORT", port,
            "TRADEWIND_MANAGEMENT_PORT", "0",
            "TRADEWIND_DATA_DIR", folder.resolve("data").toString());

    try (NodeProcess shop = NodeProcess.start(List.of(), settings, "--demo-stripe")) {
      shop.awaitServing();
      String printed =
          browser.runScript(
              "stripe.mjs",
              "http://localhost:" + port,
              Setting.ADMIN_EMAIL.defaultValue(),
              Setting.ADMIN_PASSWORD.defaultValue(),
              browser.pictures(),
              stripe(shop));

      assertThat(printed).contains("none to other hosts");
    }
  }

  /** URL of the Stripe test server, as the start has printed it. */
  private static String stripe(NodeProcess shop) {
    return STRIPE
        .matcher(shop.output())
        .results()
        .map((MatchResult found) -> found.group(1))
        .findFirst()
        .orElseThrow();
  }
}
