package dev.tradewind.acceptance.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.DocumentedCode;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.embedded.Home;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.spi.CurrencyDigits;
import dev.tradewind.testing.FreePorts;
import dev.tradewind.testing.LongForm;
import dev.tradewind.testing.NodeJs;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Currency;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The npm package {@code @tradewind/client}: generated from a shop, built, packed, and tested in
 * Node.js and in Chromium.
 */
class TypeScriptClientIT {

  private static final Path SOURCES = Home.folder().resolve("front/clients/typescript");
  private static final String PASSWORD = "a password";

  @TempDir private static Path folder;
  private static NodeJs node;
  private static String url;
  private static String token;
  private static String email;
  private static JsonObject packed;

  /** A project that has installed the package. */
  private static Path user;

  @BeforeAll
  static void build() throws Exception {
    node = NodeJs.install(SOURCES, folder);
    url = Shop.shared().storefront().url();
    token = "token-" + Ids.ulid();
    email = token + "@example.com";
    Shop.shared().newUser(email, PASSWORD, token);
    node.run("npm", "run", "generate", "--", url);
    node.run("npm", "run", "build");
    packed = new JsonArray(node.run("npm", "pack", "--json")).getJsonObject(0);
    user = folder.resolve("user");
    Files.createDirectories(user.resolve("src"));
    Files.writeString(user.resolve("package.json"), "{\"type\": \"module\"}");
    node.run("npm", "install", "--prefix", "user", "./" + packed.getString("filename"));
  }

  @Test
  void itsOwnTestsPassAgainstAShop() throws Exception {
    Map<String, String> shop =
        Map.of("TRADEWIND_URL", url, "TRADEWIND_EMAIL", email, "TRADEWIND_PASSWORD", PASSWORD);

    assertThat(node.run(shop, "npm", "test")).contains("# fail 0", "# skipped 0");
  }

  @LongForm
  @Test
  void itsOwnTestsPassInABrowserOnAnotherOrigin() throws Exception {
    NodeJs browser = NodeJs.installBrowser(folder.resolve("browser"));
    node.run("npx", "tsc", "-p", "test");
    String page = "http://127.0.0.1:" + FreePorts.find();

    String printed =
        browser.runScript(
            "client.mjs",
            page,
            Shop.shared().allowing(page).url(),
            email,
            PASSWORD,
            user.resolve("node_modules/@tradewind/client").toString(),
            folder.resolve("build").toString());

    assertThat(printed)
        .contains(
            "Passed: a customer is signed in by the cookie of the browser",
            "Passed: writes with a key are repeated under the same one",
            "Passed: all pages of a list are read",
            "Passed: amounts have the digits of the shop's currencies");
  }

  @Test
  void itsPackageContainsWhatItsUsersNeed() {
    assertThat(
            packed.getJsonArray("files").stream()
                .map(file -> ((JsonObject) file).getString("path")))
        .contains("README.md", "package.json", "dist/index.js", "dist/index.d.ts")
        .allMatch(path -> path.matches("(README\\.md|package\\.json|dist/.+\\.(js|d\\.ts))"));
  }

  @Test
  void itsPackageRunsTheExamplesOfItsPage() throws Exception {
    List<String> examples =
        Stream.concat(
                DocumentedCode.of(SOURCES.resolve("README.md"), "ts").stream(),
                DocumentedCode.of(Home.folder().resolve("docs/clients.md"), "ts").stream()
                    .filter(example -> example.contains("@tradewind/client")))
            .toList();
    assertThat(examples).hasSizeGreaterThan(4);
    for (int i = 0; i < examples.size(); i++) {
      Files.writeString(
          user.resolve("src/example" + i + ".ts"),
          examples.get(i).replace("https://shop.example", url).replace("TOKEN", token));
    }
    Files.copy(SOURCES.resolve("tsconfig.json"), user.resolve("tsconfig.json"));
    node.run("npx", "tsc", "-p", "user");
    StringBuilder printed = new StringBuilder();
    for (int i = 0; i < examples.size(); i++) {
      printed.append(node.runScript("user/dist/example" + i + ".js"));
    }

    assertThat(printed)
        .contains("ada@example.com", "404 not_found", "12,50", "12.50\n0\n", "was placed");
  }

  @Test
  void itsAmountsHaveTheDigitsOfTheShop() throws Exception {
    Map<String, Integer> expected = new TreeMap<>(CurrencyDigits.otherThanTwo());
    Currency.getAvailableCurrencies().stream()
        .map(currency -> currency.getCurrencyCode().toLowerCase(Locale.ROOT))
        .forEach(code -> expected.put(code, CurrencyDigits.of(code)));
    Files.writeString(
        folder.resolve("digits.mjs"),
        """
        import { fractionDigits } from "@tradewind/client";
        const codes = %s;
        console.log(JSON.stringify(Object.fromEntries(codes.map((c) => [c, fractionDigits(c)]))));
        """
            .formatted(new JsonArray(List.copyOf(expected.keySet()))));

    assertThat(new JsonObject(node.runScript("digits.mjs")).getMap()).isEqualTo(expected);
  }
}
