package dev.tradewind.catalog;

import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.kernel.operation.Reply;
import io.vertx.core.json.JsonObject;
import java.util.Currency;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class CurrenciesIT {

  private static final JsonObject NOTHING = new JsonObject();

  private static TestCatalog catalog;

  @BeforeAll
  static void open() {
    catalog = new TestCatalog();
  }

  @AfterAll
  static void close() {
    catalog.close();
  }

  @Test
  void currenciesAreListedByCode() {
    JsonObject page = list(NOTHING);

    assertThat(page.getLong("count")).isEqualTo(catalog.sql("SELECT FROM currency").size());
    assertThat(page.getInteger("limit")).isEqualTo(20);
    assertThat(codes(page)).hasSize(20).isSorted().startsWith("aed");
    assertThat(page.getJsonArray("currencies").getJsonObject(0))
        .isEqualTo(
            new JsonObject()
                .put("code", "aed")
                .put("name", "United Arab Emirates Dirham")
                .put("symbol", "AED")
                .put("symbol_native", "د.إ.")
                .put("includes_tax", false));
  }

  @Test
  void thereAreTheCurrenciesInCirculationWithTheirUsualSymbols() {
    Map<String, String> symbols =
        catalog.sql("SELECT code, symbol FROM currency").stream()
            .collect(Collectors.toMap(row -> row.getString(0), row -> row.getString(1)));

    assertThat(symbols)
        .hasSize(154)
        .containsEntry("usd", "$")
        .containsEntry("eur", "€")
        .containsEntry("cad", "CA$")
        .containsEntry("zar", "R")
        .containsEntry("dkk", "kr")
        .containsEntry("pln", "zł")
        .containsEntry("try", "₺")
        .containsEntry("kes", "Ksh")
        .containsEntry("chf", "CHF")
        // Gold, special drawing rights, a fund, a unit of account, a test code.
        .doesNotContainKeys("xau", "xdr", "che", "clf", "xts");
    assertThat(symbols.keySet())
        .as("metals and units of account have no fraction digits")
        .allSatisfy(code ->
            assertThat(
                    Currency.getInstance(code.toUpperCase(Locale.ROOT)).getDefaultFractionDigits())
                .isNotNegative());
    assertThat(
            symbols.entrySet().stream()
                .filter(each -> each.getKey().toUpperCase(Locale.ROOT).equals(each.getValue())))
        .as("symbols that are the code")
        .hasSizeLessThan(30);
  }

  @Test
  void currenciesAreFoundAndSorted() {
    assertThat(codes(list(new JsonObject().put("code", "usd")))).containsExactly("usd");
    assertThat(codes(list(new JsonObject().put("code", "USD")))).isEmpty();
    assertThat(codes(list(new JsonObject().put("q", "japanese").put("code", "jpy"))))
        .containsExactly("jpy");
    assertThat(codes(list(new JsonObject().put("q", "japanese").put("code", "usd")))).isEmpty();
    assertThat(codes(list(new JsonObject().put("q", "canadian").put("includes_tax", true))))
        .isEmpty();
    assertThat(codes(list(new JsonObject().put("order", "-code").put("limit", 1))))
        .containsExactly("zwg");
    assertThat(codes(list(new JsonObject().put("order", "-name").put("limit", 2))))
        .containsExactly("zwg", "zmw");
    Reply refused =
        catalog.ask("adminListCurrencies", NOTHING, new JsonObject().put("order", "rate"));
    assertThat(refused.status()).isEqualTo(400);
    assertThat(message(refused)).isEqualTo("Order field rate is not valid");
  }

  @Test
  void pricesInACurrencyCanIncludeTaxes() {
    Reply updated = update("JPY", new JsonObject().put("includes_tax", true));

    assertThat(updated.status()).isEqualTo(200);
    assertThat(updated.body().toJsonObject())
        .isEqualTo(
            new JsonObject()
                .put(
                    "currency",
                    new JsonObject()
                        .put("code", "jpy")
                        .put("name", "Japanese Yen")
                        .put("symbol", "¥")
                        .put("symbol_native", "￥")
                        .put("includes_tax", true)));
    assertThat(codes(list(new JsonObject().put("includes_tax", true)))).contains("jpy");
    assertThat(
            catalog.id(
                """
                SELECT concat_ws(' ', topic, key, type, aggregate_version, data ->> 'code')
                FROM outbox
                WHERE subject = 'jpy' AND type <> 'audit.recorded'
                """))
        .isEqualTo("commerce.settings.v1 jpy currency.updated 2 jpy");
  }

  @Test
  void anEmptyBodyChangesNothing() {
    assertThat(
            update("chf", NOTHING)
                .body()
                .toJsonObject()
                .getJsonObject("currency")
                .getString("code"))
        .isEqualTo("chf");
    assertThat(catalog.sql("SELECT FROM outbox WHERE subject = 'chf'")).isEmpty();
  }

  @Test
  void anInvalidCurrencyIsRefused() {
    Reply unknown = update("XYZ", new JsonObject().put("includes_tax", true));
    Reply unknownAndEmpty = update("xyz", NOTHING);
    Reply nothing = update("sek", new JsonObject().putNull("includes_tax"));

    assertThat(unknown.status()).isEqualTo(404);
    assertThat(message(unknown)).isEqualTo("Currency with code: xyz was not found");
    assertThat(message(unknownAndEmpty)).isEqualTo("Currency with code: xyz was not found");
    assertThat(nothing.status()).isEqualTo(400);
    assertThat(message(nothing))
        .isEqualTo("Can't insert null value in field includes_tax on insert in table currency");
  }

  private static Reply update(String code, JsonObject body) {
    return await(
        catalog.send("adminUpdateCurrency", new JsonObject().put("code", code), NOTHING, body));
  }

  private static JsonObject list(JsonObject query) {
    Reply reply = catalog.ask("adminListCurrencies", NOTHING, query);
    assertThat(reply.status()).as(reply.body().toString()).isEqualTo(200);
    return reply.body().toJsonObject();
  }

  private static List<String> codes(JsonObject page) {
    return page.getJsonArray("currencies").stream()
        .map(currency -> ((JsonObject) currency).getString("code"))
        .toList();
  }

  private static String message(Reply reply) {
    return reply.body().toJsonObject().getString("message");
  }
}
