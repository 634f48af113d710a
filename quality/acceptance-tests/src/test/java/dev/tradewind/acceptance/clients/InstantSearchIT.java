package dev.tradewind.acceptance.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.StaffClient;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.testing.NodeJs;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The published clients of Meilisearch for InstantSearch, in both generations, and for
 * Autocomplete, against a shop.
 */
class InstantSearchIT {

  @TempDir private static Path folder;

  @Test
  void publishedClientsSearchTheShop() throws Exception {
    NodeJs node = NodeJs.install("search", folder);
    String word = "mark" + Ids.ulid().toLowerCase(Locale.ROOT);
    StaffClient staff = new StaffClient(Shop.shared());
    add(staff, "First", word, 900);
    add(staff, "Second", word, 1_700);

    String printed = node.runScript("search.mjs", Shop.shared().storefront().url(), word);

    assertThat(printed)
        .contains(
            "Passed: instant-meilisearch 0.31.3",
            "Passed: instant-meilisearch 1.0.0",
            "Passed: autocomplete-client 0.8.1");
  }

  private static void add(StaffClient staff, String title, String word, int amount) {
    staff.post(
        "/admin/products",
        "{'title': '%s %s', 'status': 'published', 'tags': [{'value': '%s'}],"
            + " 'options': [{'title': 'Size'}], 'variants': [{'title': 'L',"
            + " 'options': [{'value': 'L'}], 'inventory_quantity': 4,"
            + " 'prices': [{'currency_code': 'eur', 'amount': %s},"
            + " {'currency_code': 'usd', 'amount': %s}]}]}",
        title,
        word,
        title.toLowerCase(Locale.ROOT),
        String.valueOf(amount),
        String.valueOf(amount));
  }
}
