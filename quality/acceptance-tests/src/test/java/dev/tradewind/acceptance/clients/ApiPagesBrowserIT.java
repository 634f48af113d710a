package dev.tradewind.acceptance.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Shop;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.testing.LongForm;
import dev.tradewind.testing.NodeJs;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Pages about the API in Chromium: accessible in light and dark, on a desk and a phone; the search
 * with the keyboard; requests to the shop of a shopper and of staff.
 */
@LongForm
class ApiPagesBrowserIT {

  private static final String PASSWORD = "open sesame of the harbour";

  @TempDir private Path folder;

  @Test
  void aDeveloperReadsAndTriesTheApi() throws Exception {
    NodeJs browser = NodeJs.installBrowser(folder);
    Shop shop = Shop.separate();
    String email = "staff-" + Ids.ulid().toLowerCase(Locale.ROOT) + "@example.com";
    shop.newUser(email, PASSWORD, "token-" + email);

    String printed =
        browser.runScript("api.mjs", shop.storefront().url(), email, PASSWORD, browser.pictures());

    assertThat(printed).contains("none to other hosts");
    shop.close();
  }
}
