package dev.tradewind.catalog.region;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tradewind.catalog.region.RegionLinkStore.References;
import io.vertx.core.json.JsonObject;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RegionInputTest {

  @ParameterizedTest(name = "{0}: new {1}, changed {2}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {'name':'EU','tax_code':null}       | {'name':'EU'}             | {'name':'EU','tax_code':null}
          {'currency_code':'EUR'}             | {'currency_code':'eur'}   | {'currency_code':'eur'}
          {'currency_code':null}              | {}                        | {'currency_code':null}
          {'automatic_taxes':false}           | {}                        | {'automatic_taxes':false}
          {'tax_provider_id':null}            | {}                        | {'tax_provider_id':null}
          {'countries':['FR'],'tax_rate':20}  | {'tax_rate':20}           | {'tax_rate':20}
          """)
  void nullClearsAColumnOfAStoredRegionOnly(String body, String created, String changed) {
    assertThat(RegionInput.ofNew(json(body)).columns()).isEqualTo(json(created));
    assertThat(RegionInput.ofChange(json(body)).columns()).isEqualTo(json(changed));
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource({"0, true", "100, true", "19.6, true", "-0.1, false", "100.1, false", "null, true"})
  void aTaxRateIsAPercentage(String rate, boolean isAccepted) {
    RegionInput input = RegionInput.ofChange(json("{'tax_rate':" + rate + "}"));

    accepts(input::requirePercentage, isAccepted ? "" : "The tax_rate must be between 0 and 1");
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {}                                                  | ''
          {'countries':['FR','fr','de']}                      | ''
          {'countries':[]}                                    | ''
          {'countries':['xx']}                                | Invalid country code
          {'countries':['be','xx']}                           | Country with code be not found
          {'countries':['xx','be']}                           | Invalid country code
          {'tax_provider_id':null}                            | ''
          {'tax_provider_id':'tax'}                           | Tax provider not found
          {'payment_providers':['a']}                         | ''
          {'payment_providers':['a','a']}                     | ''
          {'payment_providers':['a','b']}                     | Payment provider not found
          {'payment_providers':[]}                            | Payment provider not found
          {'fulfillment_providers':['a','b']}                 | ''
          {'fulfillment_providers':['a']}                     | Fulfillment provider not found
          {'currency_code':'EUR'}                             | Invalid currency code
          {'currency_code':'eur','countries':['be']}          | Country with code be not found
          """)
  void referencesAreStored(String body, String message) {
    References stored = new References(true, false, Set.of("fr", "de"), false, 1, 2);

    accepts(() -> RegionInput.ofChange(json(body)).requireStored(stored), message);
  }

  @ParameterizedTest(name = "exists {0}, offered {1}: {2}")
  @CsvSource({
    "true, true, ''",
    "true, false, Invalid currency code",
    "false, false, Could not find currency with code eur"
  })
  void aCurrencyIsOfferedByTheStore(boolean exists, boolean isOffered, String message) {
    References stored = new References(exists, isOffered, Set.of(), true, 0, 0);

    accepts(
        () -> RegionInput.ofChange(json("{'currency_code':'EUR'}")).requireStored(stored), message);
  }

  private static void accepts(Runnable check, String message) {
    if (message.isEmpty()) {
      check.run();
    } else {
      assertThatThrownBy(check::run).hasMessage(message);
    }
  }

  private static JsonObject json(String text) {
    return new JsonObject(text.replace('\'', '"'));
  }
}
