package dev.tradewind.acceptance.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tradewind.acceptance.NodeProcess;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.payment.StripeAccount;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.testing.FreePorts;
import dev.tradewind.testing.LongForm;
import dev.tradewind.testing.NodeJs;
import dev.tradewind.testing.TestKafka;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Staff's work with the admin dashboard, and a shopper's purchase in the storefront, in Chromium,
 * which comes with an npm package. Each step fails with a failed request, an error in the console,
 * or a text that the page does not show.
 */
class DashboardBrowserIT {

  private static final String PASSWORD = "open sesame of the harbour";

  @TempDir private static Path folder;
  private static NodeJs node;

  @BeforeAll
  static void install() throws Exception {
    assumeTrue(
        "true".equals(System.getenv("CI"))
            || DashboardBrowserIT.class.getResource("/dashboard/files.json") != null,
        "The dashboard is not built; ./tradewind start builds it");
    node = NodeJs.installBrowser(folder);
  }

  /** The demo shop as it starts, with a simple stock, and then with its stock at locations. */
  @LongForm
  @Test
  void staffWorkWithTheDashboard() throws Exception {
    Shop shop = Shop.separate();
    String email = "staff-" + Ids.ulid().toLowerCase(Locale.ROOT) + "@example.com";
    shop.newUser(email, PASSWORD, "token-" + email);

    String printed =
        node.runScript("demo.mjs", shop.storefront().url(), email, PASSWORD, node.pictures());

    assertThat(printed).contains("none to other hosts");
    shop.close();
  }

  /**
   * An empty shop with the defaults of production, the settings that it requires, and an account at
   * Stripe, up to the first payment by card.
   */
  @Test
  void anOwnerOpensAShopInProduction() throws Exception {
    String port = Integer.toString(FreePorts.find());
    String email = "owner@harbour.example";
    Map<String, String> required =
        Map.ofEntries(
            Map.entry("TRADEWIND_ENV", "production"),
            Map.entry("TRADEWIND_DATABASE_URL", Shop.migratedDatabase().url()),
            Map.entry("TRADEWIND_KAFKA_BOOTSTRAP", TestKafka.bootstrapServers()),
            Map.entry("TRADEWIND_CLUSTER_NAME", "first-day-" + Ids.ulid()),
            Map.entry("TRADEWIND_CLUSTER_PORT", Integer.toString(FreePorts.find())),
            Map.entry("TRADEWIND_JWT_KEYS", "first:" + Ids.ulid() + Ids.ulid()),
            Map.entry("TRADEWIND_HTTP_PLAIN_TEXT", "true"),
            Map.entry("TRADEWIND_HTTP_HOST", "127.0.0.1"),
            Map.entry("TRADEWIND_HTTP_PORT", port),
            Map.entry("TRADEWIND_MANAGEMENT_PORT", "0"),
            Map.entry("TRADEWIND_DATA_DIR", folder.resolve("data").toString()),
            Map.entry("TRADEWIND_ADMIN_EMAIL", email),
            Map.entry("TRADEWIND_ADMIN_PASSWORD", PASSWORD),
            Map.entry("TRADEWIND_STOREFRONT", "true"),
            Map.entry("TRADEWIND_DASHBOARD", "true"));

    try (StripeAccount account = new StripeAccount()) {
      Map<String, String> settings = new HashMap<>(required);
      settings.putAll(account.settings());
      settings.put("TRADEWIND_STRIPE_PUBLISHABLE_KEY", "pk_test_server");
      settings.put("TRADEWIND_STRIPE_SCRIPT_URL", account.url() + "/v3/");
      try (NodeProcess shop = NodeProcess.start(List.of(), settings)) {
        shop.awaitThat(() -> shop.output().contains("Started node"));
        String url = "http://localhost:" + port;
        String printed =
            node.runScript("production.mjs", url, email, PASSWORD, node.pictures(), account.url());

        assertThat(printed).contains("none to other hosts than " + account.url());
        assertThat(account.money().values()).containsExactly(740L);
        assertThat(account.captured()).hasSize(1);
      }
    }
  }
}
