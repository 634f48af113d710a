package dev.tradewind.providers.tax;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tradewind.providers.ProviderCall;
import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TaxProvidersTest {

  private final TaxProviders providers = TaxProviders.installed();

  @Test
  void aRegionWithoutProviderIsTaxedAtItsOwnRates() {
    List<TaxLine> lineRates = List.of(new TaxLine(BigDecimal.TEN, "Ten", "T"));
    List<TaxLine> methodRates = List.of(new TaxLine(BigDecimal.ONE, "One", null));
    TaxRequest question =
        new TaxRequest(
            "cart_1",
            new JsonObject(),
            "eur",
            null,
            null,
            List.of(new TaxRequest.Item("item_1", "variant_1", "prod_1", 100, 1, false, lineRates)),
            List.of(new TaxRequest.Method("sm_1", "so_1", 5, true, methodRates)));

    assertThat(
            providers.get(null).taxLines(new ProviderCall("key", Instant.EPOCH), question).result())
        .isEqualTo(Map.of("item_1", lineRates, "sm_1", methodRates));
    assertThat(providers.ids()).doesNotContain("system");
  }

  @Test
  void aProviderThatIsNotInstalledIsNotFound() {
    assertThatThrownBy(() -> providers.get("office"))
        .hasMessage("Could not find a tax provider with id: office");
  }
}
