package dev.tradewind.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.embedded.Home;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.spi.CurrencyDigits;
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

/** The npm package {@code @tradewind/client}: generated from a shop, built, tested and packed. */
class TypeScriptClientIT {

  private static final Path SOURCES = Home.folder().resolve("clients/typescript");

  @TempDir private static Path folder;
  private static NodeJs node;
  private static String url;
  private static String token;

  @BeforeAll
  static void build() throws Exception {
    node = NodeJs.install(SOURCES, folder);
    url = Shop.shared().storefront().url();
    token = "token-" + Ids.ulid();
    Shop.shared().newUser(token + "@example.com", "a password", token);
    node.run("npm", "run", "generate", "--", url);
    node.run("npm", "run", "build");
  }

  @Test
  void itsOwnTestsPassAgainstAShop() throws Exception {
    String printed =
        node.run(Map.of("TRADEWIND_URL", url, "TRADEWIND_TOKEN", token), "npm", "test");

    assertThat(printed).contains("# fail 0", "# skipped 0");
  }

  @Test
  void itsPackageRunsTheExamplesOfItsPage() throws Exception {
    JsonObject packed = new JsonArray(node.run("npm", "pack", "--json")).getJsonObject(0);
    assertThat(
            packed.getJsonArray("files").stream()
                .map(file -> ((JsonObject) file).getString("path")))
        .contains("README.md", "package.json", "dist/index.js", "dist/index.d.ts")
        .allMatch(path -> path.matches("(README\\.md|package\\.json|dist/.+\\.(js|d\\.ts))"));
    Path user = folder.resolve("user");
    Files.createDirectories(user.resolve("src"));
    Files.writeString(user.resolve("package.json"), "{\"type\": \"module\"}");
    node.run("npm", "install", "--prefix", "user", "./" + packed.getString("filename"));

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
