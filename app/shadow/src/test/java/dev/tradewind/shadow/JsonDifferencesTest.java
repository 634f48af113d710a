package dev.tradewind.shadow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.embedded.Home;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonDifferencesTest {

  @Test
  void whatHasChangedSinceAnEarlierComparisonIsLag() {
    JsonObject v1 = object("{'variants':[{'id':'v','stock':9},{'id':'w','stock':5}]}");
    List<JsonDifferences.Difference> earlier =
        compared(v1, "{'variants':[{'id':'v','stock':8},{'id':'w','stock':4}]}").differences();

    JsonDifferences.Result later =
        compared(v1, "{'variants':[{'id':'v','stock':7},{'id':'w','stock':4}]}").among(earlier);

    assertThat(later.hasLag()).isTrue();
    assertThat(later.differences())
        .containsExactly(new JsonDifferences.Difference("variants[].stock", 5, 4));
  }

  private static JsonDifferences.Result compared(JsonObject v1, String here) {
    return JsonDifferences.of(v1, object(here), false, null, null);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      delimiter = '|',
      value = {
        "{'a':1} | {'a':1,'b':2}",
        "{'a':1} | {'a':1.0}",
        "{'rows':[{'id':'x','n':1},{'id':'y'}]} | {'rows':[{'id':'y'},{'id':'x','n':1}]}",
        "{'at':'2024-01-01T10:00:00.000Z'} | {'at':'2024-01-01T10:00:00.950Z'}",
        "{'at':'2024-01-01T10:00:00.1Z'} | {'at':'2024-01-01T10:00:00.100Z'}",
        "{'draft_order':{'display_id':'7'}} | {'draft_order':{'display_id':7}}",
        "{'items':[{'has_shipping':null}]} | {'items':[{'has_shipping':false}]}",
        "{'products':[{'id':'p','variants':[{'id':'v','prices':[]}]}]} |"
            + " {'products':[{'id':'p','variants':[{'id':'v','prices':[{'id':'m'}]}]}]}"
      })
  void equalAnswersHaveNoDifferences(String v1, String here) {
    assertThat(paths(v1, here, false)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      delimiter = '|',
      value = {
        "{'a':1} | {} | a",
        "{'a':null} | {'a':0} | a",
        "{'a':'1'} | {'a':1} | a",
        "{'rows':[{'id':'x','n':1}]} | {'rows':[{'id':'x','n':2}]} | rows[].n",
        "{'rows':[{'id':'x'}]} | {'rows':[{'id':'y'}]} | rows[]",
        "{'rows':[1,2]} | {'rows':[1]} | rows[]",
        "{'at':'2024-01-01T10:00:00Z'} | {'at':'2024-01-01T10:00:02Z'} | at",
        "{'at':'2024-99-01T10:00:00Z'} | {'at':'2024-01-01T10:00:00Z'} | at",
        "{'metadata':{'a':1}} | {'metadata':{'a':2}} | metadata",
        "{'order':{'display_id':7}} | {'order':{'display_id':'7'}} | order.display_id",
        "{'a':{'b':{'c':1}}} | {'a':{'b':3}} | a.b"
      })
  void aDifferenceHasThePathOfItsField(String v1, String here, String path) {
    assertThat(paths(v1, here, false)).isNotEmpty().containsOnly(path);
  }

  @Test
  void theOrderOfRowsCountsWhereTheRequestAsksForOne() {
    String v1 = "{'rows':[{'id':'x'},{'id':'y'}]}";
    String here = "{'rows':[{'id':'y'},{'id':'x'}]}";
    assertThat(paths(v1, here, true)).containsExactly("rows[] (order)");
    assertThat(paths(v1, v1, true)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      delimiter = '|',
      value = {
        "{'items':[{'has_shipping':null}]} | {'items':[{'has_shipping':false}]} | has-shipping",
        "{'products':[{'id':'p','variants':[{'id':'v','calculated_price':45,'original_price':45,"
            + "'prices':[{'id':'m','amount':45,'region_id':'reg_a'}]}]}]} |"
            + " {'products':[{'id':'p','variants':[{'id':'v','calculated_price':50,"
            + "'original_price':50,'prices':[{'id':'m'}]}]}]} | price-of-another-region",
        "{'products':[{'id':'p','variants':[{'id':'v','calculated_price':45,'original_price':50,"
            + "'calculated_tax':9,'prices':[{'id':'m','amount':45,'region_id':'reg_a'}]}]}]} |"
            + " {'products':[{'id':'p','variants':[{'id':'v','calculated_price':50,"
            + "'original_price':50,'calculated_tax':10,'prices':[{'id':'m'}]}]}]} |"
            + " price-of-another-region",
        "{'products':[{'id':'p','variants':[{'id':'v','calculated_price':10,"
            + "'calculated_price_incl_tax':12,'tax_rates':[{'rate':20}]}]}]} |"
            + " {'products':[{'id':'p','variants':[{'id':'v','calculated_price':10,"
            + "'calculated_price_incl_tax':11,'tax_rates':[{'rate':10}]}]}]} | tax-of-the-region"
      })
  void aDecidedDifferenceIsNamed(String v1, String here, String name) {
    JsonDifferences.Result result =
        JsonDifferences.of(object(v1), object(here), false, "reg_b", null);

    assertThat(result.decided()).contains(name);
    assertThat(result.differences())
        .extracting(JsonDifferences.Difference::path)
        .isSubsetOf(
            "products[].variants[].prices[].amount", "products[].variants[].prices[].region_id");
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      delimiter = '|',
      value = {
        // The price of the region itself.
        "{'products':[{'id':'p','variants':[{'id':'v','original_price':45,'calculated_price':45,"
            + "'prices':[{'id':'m','amount':45,'region_id':'reg_b'}]}]}]} |"
            + " {'products':[{'id':'p','variants':[{'id':'v','original_price':50,"
            + "'calculated_price':45,'prices':[]}]}]}",
        // The same rates.
        "{'products':[{'id':'p','variants':[{'id':'v','calculated_price':10,"
            + "'calculated_tax':2,'tax_rates':[{'rate':20}]}]}]} |"
            + " {'products':[{'id':'p','variants':[{'id':'v','calculated_price':10,"
            + "'calculated_tax':1,'tax_rates':[{'rate':20}]}]}]}",
        // The price of one product.
        "{'product':{'id':'p','variants':[{'id':'v','calculated_price':10,"
            + "'calculated_tax':2,'tax_rates':[{'rate':20}]}]}} |"
            + " {'product':{'id':'p','variants':[{'id':'v','calculated_price':10,"
            + "'calculated_tax':1,'tax_rates':[{'rate':10}]}]}}"
      })
  void aPriceOfTheRegionAndATaxOfAProductAreNotDecided(String v1, String here) {
    JsonDifferences.Result result =
        JsonDifferences.of(object(v1), object(here), false, "reg_b", null);

    assertThat(result.differences()).isNotEmpty();
    assertThat(result.decided()).doesNotContain("price-of-another-region", "tax-of-the-region");
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      delimiter = '|',
      value = {
        "{'cart':{'id':'c','total':1,'items':[{'id':'i','updated_at':'2026-03-01T12:00:01Z'}]}} |"
            + " {'cart':{'id':'c','total':2,'items':[{'id':'i'}]}} | true",
        "{'cart':{'id':'c','total':1,'items':[{'id':'i','updated_at':'2026-03-01T11:59:59Z'}]}} |"
            + " {'cart':{'id':'c','total':2,'items':[{'id':'i'}]}} | false",
        // Of another row of the list.
        "{'products':[{'id':'p','title':'a'},{'id':'q','updated_at':'2026-03-01T12:00:01Z'}]} |"
            + " {'products':[{'id':'p','title':'b'},{'id':'q','updated_at':'2026-03-01T12:00:01Z'}]} |"
            + " false",
        // By an id of that time.
        "{'count':2,'orders':[{'id':'order_01KJN3F0Q89ABCDEFGHJKMNPQR'}]} | {'count':1,'orders':[]} |"
            + " true"
      })
  void whatWasWrittenSinceTheRoundIsLag(String v1, String here, boolean isLag) {
    JsonDifferences.Result result =
        JsonDifferences.of(
            object(v1), object(here), false, null, Instant.parse("2026-03-01T12:00:00Z"));

    assertThat(result.hasLag()).isEqualTo(isLag);
    assertThat(result.differences().isEmpty()).isEqualTo(isLag);
  }

  @Test
  void theClassesOfDecidedDifferencesAreExplained() throws IOException {
    String page =
        Files.readString(Home.folder().resolve(DecidedDifferences.PAGE.replaceAll("#.*", "")));

    assertThat(DecidedDifferences.names())
        .doesNotHaveDuplicates()
        .allSatisfy(name -> assertThat(page).contains("`" + name + "`"));
  }

  private static List<String> paths(String v1, String here, boolean isOrdered) {
    return JsonDifferences.of(object(v1), object(here), isOrdered, null, null)
        .differences()
        .stream()
        .map(JsonDifferences.Difference::path)
        .toList();
  }

  private static JsonObject object(String text) {
    return new JsonObject(text.replace('\'', '"'));
  }
}
