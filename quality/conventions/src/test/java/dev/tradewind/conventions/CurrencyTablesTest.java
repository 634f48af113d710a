package dev.tradewind.conventions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.tradewind.embedded.Home;
import dev.tradewind.spi.CurrencyDigits;
import dev.tradewind.testing.Modules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Currency;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tables of currency digits: all readers and writers of an amount give it the same meaning. */
class CurrencyTablesTest {

  private static final Path DASHBOARD = Modules.folder("admin-dashboard").resolve("target/classes");
  private static final Path CLIENT = Home.folder().resolve("front/clients/typescript/src/money.ts");

  /** An entry of the dashboard's table, as its build writes it. */
  private static final Pattern ENTRY =
      Pattern.compile("\\b([A-Z]{3}):\\{[^{}]*?decimal_digits:(\\d)");

  private static final Pattern CLIENT_LIST =
      Pattern.compile("digits\\(\\s*(\\d),([^)]*)\\)", Pattern.DOTALL);

  /** Codes that a list of currencies without a fraction has, and hardly another text. */
  private static final Pattern TELLING = Pattern.compile("\\b(djf|gnf|kmf|rwf)\\b");

  /** The table, the client's copy that a test below compares, and the tables of Stripe. */
  private static final List<String> TABLES =
      List.of("CurrencyDigits.java", "money.ts", "StripeAmounts.java", "Currencies.java");

  @Test
  void theShopCountsAsTheDashboard() throws IOException {
    Map<String, Integer> dashboard = recorded();

    assertThat(dashboard).hasSize(119);
    assertThat(digitsOf(dashboard)).isEqualTo(dashboard);
  }

  @Test
  void theRecordedTableIsThatOfTheBuiltDashboard() throws IOException {
    Map<String, Integer> built = new TreeMap<>();
    for (Path script : scripts()) {
      Matcher entries = ENTRY.matcher(Files.readString(script));
      while (entries.find()) {
        built.put(entries.group(1).toLowerCase(Locale.ROOT), Integer.valueOf(entries.group(2)));
      }
    }
    assumeFalse(built.isEmpty(), "The dashboard is not built");

    assertThat(recorded()).isEqualTo(built);
  }

  @Test
  void theClientCountsAsTheShop() throws IOException {
    Map<String, Integer> client = new TreeMap<>();
    Matcher lists = CLIENT_LIST.matcher(Files.readString(CLIENT));
    while (lists.find()) {
      Matcher codes = Pattern.compile("\\b[a-z]{3}\\b").matcher(lists.group(2));
      while (codes.find()) {
        client.put(codes.group(), Integer.valueOf(lists.group(1)));
      }
    }

    assertThat(client).isEqualTo(CurrencyDigits.otherThanTwo());
  }

  @Test
  void theTableHasNoMoreThanCurrencies() {
    assertThat(Currency.getAvailableCurrencies())
        .extracting(currency -> currency.getCurrencyCode().toLowerCase(Locale.ROOT))
        .containsAll(CurrencyDigits.otherThanTwo().keySet());
  }

  @Test
  void theCheckOfAMoveNamesTheCurrenciesThatStripeCountsInAnotherUnit() {
    String stripe = source("StripeAmounts.java");
    Map<String, Integer> digitsOfStripe = new TreeMap<>();
    codes(stripe, "ZERO").forEach(code -> digitsOfStripe.put(code, 0));
    codes(stripe, "THREE").forEach(code -> digitsOfStripe.put(code, 3));
    Set<String> all = new TreeSet<>(digitsOfStripe.keySet());
    all.addAll(CurrencyDigits.otherThanTwo().keySet());

    assertThat(codes(source("DisputedDigits.java"), "CODES"))
        .containsExactlyInAnyOrderElementsOf(
            all.stream()
                .filter(code -> CurrencyDigits.of(code) != digitsOfStripe.getOrDefault(code, 2))
                .toList());
  }

  private static String source(String name) {
    return Modules.files("src/main", ".java").stream()
        .filter(file -> file.getFileName().toString().equals(name))
        .map(SourceFiles::text)
        .findFirst()
        .orElseThrow();
  }

  /** Codes of a set that a source file declares. */
  private static List<String> codes(String source, String name) {
    Matcher set = Pattern.compile(name + " =\\s*Set.of\\(([^)]*)\\)").matcher(source);
    assertThat(set.find()).as(name).isTrue();
    return Pattern.compile("[a-z]{3}")
        .matcher(set.group(1))
        .results()
        .map(found -> found.group())
        .toList();
  }

  @Test
  void noOtherFileHasATableOfItsOwn() {
    assertThat(
            Stream.of(".java", ".js", ".mjs", ".ts", ".html")
                .flatMap(suffix ->
                    Stream.of("src/main", "typescript/src")
                        .flatMap(folder -> Modules.files(folder, suffix).stream()))
                .filter(file -> !TABLES.contains(file.getFileName().toString()))
                .filter(file ->
                    TELLING
                            .matcher(SourceFiles.text(file))
                            .results()
                            .map(found -> found.group(1))
                            .distinct()
                            .count()
                        == 4))
        .isEmpty();
  }

  private static Map<String, Integer> digitsOf(Map<String, Integer> currencies) {
    return currencies.keySet().stream()
        .collect(
            Collectors.toMap(
                Function.identity(), CurrencyDigits::of, (one, other) -> one, TreeMap::new));
  }

  /** Digits of the dashboard's currencies, recorded because not each build has the dashboard. */
  private static Map<String, Integer> recorded() throws IOException {
    return Files.readAllLines(
            Modules.folder("conventions").resolve("src/test/resources/dashboard-currencies.txt"))
        .stream()
        .map(line -> line.split(" ", -1))
        .collect(
            Collectors.toMap(
                parts -> parts[0],
                parts -> Integer.valueOf(parts[1]),
                (one, other) -> one,
                TreeMap::new));
  }

  private static List<Path> scripts() throws IOException {
    if (!Files.isDirectory(DASHBOARD)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(DASHBOARD)) {
      return files.filter(file -> file.toString().endsWith(".js")).toList();
    }
  }
}
