package dev.tradewind.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tradewind.embedded.Home;
import dev.tradewind.kernel.Ids;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Staff's work with the admin dashboard, and a shopper's purchase in the storefront, in Chromium,
 * which comes with an npm package. Each step fails with a failed request, an error in the console,
 * or a text that the page does not show.
 */
class DashboardBrowserIT {

  private static final String PASSWORD = "open sesame";

  @Test
  void staffWorkWithTheDashboard(@TempDir Path folder) throws Exception {
    boolean isCi = "true".equals(System.getenv("CI"));
    assumeTrue(
        isCi || "amd64".equals(System.getProperty("os.arch")),
        "The npm package with Chromium is made for x86-64");
    Shop shop = Shop.separate();
    assumeTrue(
        isCi || shop.storefront().follow(shop.storefront().url() + "/app").status() == 200,
        "The dashboard is not built; ./tradewind start builds it");
    String email = "staff-" + Ids.ulid().toLowerCase(Locale.ROOT) + "@example.com";
    shop.newUser(email, PASSWORD, "token-" + email);
    NodeJs node = NodeJs.install("dashboard", folder, Duration.ofMinutes(12));

    String printed =
        node.runScript("dashboard.mjs", shop.storefront().url(), email, PASSWORD, pictures(folder));

    assertThat(printed).contains("none to other hosts");
  }

  /** With {@code -Dtradewind.screenshots=true} the pictures of the documentation are renewed. */
  private static String pictures(Path folder) {
    Path target =
        Boolean.getBoolean("tradewind.screenshots")
            ? Home.folder().resolve("docs/images")
            : folder.resolve("pictures");
    return target.toString();
  }
}
