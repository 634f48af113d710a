package dev.tradewind.spi.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.spi.ProviderCall;
import dev.tradewind.spi.tax.TaxLine;
import dev.tradewind.spi.tax.TaxProvider;
import dev.tradewind.spi.tax.TaxRequest;
import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Contract of tax providers. */
public abstract class TaxProviderContract extends ProviderContract {

  private static final List<TaxLine> RATES =
      List.of(new TaxLine(new BigDecimal("23"), "VAT", "pt"));

  /** Provider that is tested, of a plugin that has been started. */
  protected abstract TaxProvider provider();

  /** Region of the carts, with what the provider needs to know of it. */
  protected JsonObject region() {
    return new JsonObject().put("id", "reg_1").put("currency_code", "eur").put("tax_rate", 23);
  }

  private TaxRequest request(List<TaxRequest.Item> items, List<TaxRequest.Method> methods) {
    return new TaxRequest(
        "cart_" + newKey(),
        region(),
        "eur",
        "cus_1",
        new JsonObject()
            .put("address_1", "Rua A 1")
            .put("city", "Lisboa")
            .put("postal_code", "1000")
            .put("country_code", "pt"),
        items,
        methods);
  }

  private TaxRequest request() {
    return request(
        List.of(
            new TaxRequest.Item("item_1", "variant_1", "prod_1", 1_000, 2, false, RATES),
            new TaxRequest.Item("item_2", null, null, 500, 1, true, List.of())),
        List.of(new TaxRequest.Method("sm_1", "so_1", 490, false, RATES)));
  }

  @Test
  public final void linesAreThoseOfTheCart() {
    Map<String, List<TaxLine>> lines = await(provider().taxLines(newCall(), request()));

    assertThat(lines.keySet()).isSubsetOf("item_1", "item_2", "sm_1");
    assertThat(lines.values().stream().flatMap(List::stream))
        .allSatisfy(line -> {
          assertThat(line.percent()).isNotNegative();
          assertThat(line.name()).isNotBlank();
        });
  }

  @Test
  public final void aRepeatedCallReturnsTheSameRates() {
    ProviderCall call = newCall();
    TaxRequest request = request();

    Map<String, List<TaxLine>> first = await(provider().taxLines(call, request));
    List<Outcome<Map<String, List<TaxLine>>>> again =
        atOnce(() -> provider().taxLines(call, request));

    assertPossible(again);
    assertThat(again.stream().filter(Outcome::isDone).map(Outcome::value))
        .allSatisfy(lines -> assertThat(lines).isEqualTo(first));
  }

  @Test
  public final void anEmptyCartHasNoTaxes() {
    assertThat(await(provider().taxLines(newCall(), request(List.of(), List.of())))).isEmpty();
  }

  @Test
  public final void aCartWithoutAddressIsTaxedOrRefused() {
    TaxRequest known = request();
    TaxRequest unknown =
        new TaxRequest(
            known.cartId(),
            known.region(),
            known.currencyCode(),
            null,
            null,
            known.items(),
            known.shippingMethods());

    Outcome<Map<String, List<TaxLine>>> taxed =
        outcome(() -> provider().taxLines(newCall(), unknown));

    assertThat(Stream.of(taxed)).allMatch(outcome -> outcome.isDone() || outcome.isRefused());
  }
}
