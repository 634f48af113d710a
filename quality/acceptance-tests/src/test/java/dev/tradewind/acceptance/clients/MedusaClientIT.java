package dev.tradewind.acceptance.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.DocumentedCode;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.embedded.Home;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.testing.NodeJs;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Orders of a storefront and of staff with the JavaScript client of the reference. */
class MedusaClientIT {

  @TempDir private static Path storefront;

  private static NodeJs node;
  private static Shop shop;

  @BeforeAll
  static void install() throws Exception {
    node = NodeJs.install("storefront", storefront);
    // The scripts buy what is first in the list.
    shop = Shop.separate();
  }

  @AfterAll
  static void close() {
    shop.close();
  }

  @Test
  void theClientOfTheReferencePlacesAnOrder() throws Exception {
    String printed = node.runScript("storefront.mjs", shop.storefront().url());

    assertThat(printed).contains("was placed");
  }

  @Test
  void theExampleOfThePageAboutClientsPlacesAnOrder() throws Exception {
    String example = DocumentedCode.of(Home.folder().resolve("docs/clients.md"), "js").getFirst();
    String url = shop.storefront().url();
    Files.writeString(
        storefront.resolve("example.mjs"), example.replace("https://shop.example", url));

    assertThat(node.runScript("example.mjs")).contains("was placed");
  }

  @Test
  void theHooksOfTheReferenceListProductsAndPlaceAnOrder(@TempDir Path folder) throws Exception {
    NodeJs react = NodeJs.install("react", folder);
    String example = DocumentedCode.of(Home.folder().resolve("docs/clients.md"), "jsx").getFirst();
    String url = shop.storefront().url();
    Files.writeString(folder.resolve("example.jsx"), example.replace("https://shop.example", url));

    assertThat(react.runScript("render.mjs"))
        .contains("Linen Shirt", "Clicked Buy, Address,", "was placed");
  }

  @Test
  void theClientOfTheReferenceFollowsAnOrderToItsReturn() throws Exception {
    assertThat(runByStaff("admin.mjs")).contains("was returned");
  }

  @Test
  void theClientOfTheReferenceSwapsAndEditsAnOrder() throws Exception {
    assertThat(runByStaff("swaps-and-edits.mjs")).contains("was swapped and edited");
  }

  @Test
  void theClientOfTheReferenceClaimsGoods() throws Exception {
    assertThat(runByStaff("claims.mjs")).contains("has 3 claims");
  }

  private static String runByStaff(String script) throws Exception {
    String token = "token-" + Ids.ulid();
    shop.newUser(token + "@example.com", "a password", token);
    return node.runScript(script, shop.storefront().url(), token);
  }
}
