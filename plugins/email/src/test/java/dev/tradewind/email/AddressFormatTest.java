package dev.tradewind.email;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.spi.AddressFormat;
import dev.tradewind.spi.SaleTexts;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AddressFormatTest {

  private static JsonObject address(String country) {
    return new JsonObject()
        .put("first_name", "Ada")
        .put("last_name", "Lovelace")
        .put("company", "Engines")
        .put("address_1", "Main St 1")
        .put("address_2", "2nd floor")
        .put("postal_code", "12345")
        .put("city", "Town")
        .put("province", "NY")
        .put("country_code", country);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          us | Ada Lovelace;Engines;Main St 1;2nd floor;Town, NY 12345;US
          DE | Ada Lovelace;Engines;Main St 1;2nd floor;12345 Town;NY;DE
          at | Engines;Ada Lovelace;Main St 1;2nd floor;12345 Town;NY;AT
          gb | Ada Lovelace;Engines;Main St 1;2nd floor;Town;12345;NY;GB
          ae | Ada Lovelace;Engines;Main St 1;2nd floor;NY;Town;12345;AE
          ch | Engines;Ada Lovelace;Main St 1;2nd floor;12345 Town;NY;CH
          zz | Ada Lovelace;Engines;Main St 1;2nd floor;12345 Town;NY;ZZ
          """)
  void linesHaveTheOrderOfTheCountry(String country, String lines) {
    assertThat(SaleTexts.addressLines(address(country), code -> code.toUpperCase(Locale.ROOT)))
        .containsExactly(lines.split(";"));
  }

  @Test
  void nothingOfAnAddressIsLostInAnyCountry() {
    for (String country : Locale.getISOCountries()) {
      assertThat(String.join("\n", SaleTexts.addressLines(address(country), code -> code)))
          .contains("Ada Lovelace", "Engines", "Main St 1", "2nd floor", "Town", "NY", "12345");
    }
  }

  @Test
  void separatorsStandBetweenValuesAlone() {
    JsonObject address = address("us");
    address.putNull("city");
    assertThat(SaleTexts.addressLines(address, code -> code)).contains("NY 12345");
    address.put("city", "Town").putNull("province").put("postal_code", " ");
    assertThat(SaleTexts.addressLines(address, code -> code)).contains("Town");
    assertThat(SaleTexts.addressLines(new JsonObject(), code -> code)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "us, true, true, true, true",
    "de, true, true, true, false",
    "hk, false, false, true, false",
    "ae, false, false, false, false",
    "ie, true, false, true, false",
    "jp, true, true, false, true",
    "gb, true, true, true, false",
  })
  void countriesHaveAndRequireTheirParts(
      String country,
      boolean hasCode,
      boolean needsCode,
      boolean needsCity,
      boolean needsProvince) {
    AddressFormat format = AddressFormat.of(country);

    assertThat(
            List.of(
                format.hasPostalCode(),
                AddressFormat.requiresPostalCode(country),
                format.requiresCity(),
                format.requiresProvince()))
        .containsExactly(hasCode, needsCode, needsCity, needsProvince);
  }

  @Test
  void provincesAreChosenByWhatAddressesHave() {
    assertThat(AddressFormat.of("us").provinces()).containsEntry("NY", "New York");
    assertThat(AddressFormat.of("jp").provinces()).containsEntry("Osaka", "Osaka");
    assertThat(AddressFormat.of("it").provinces()).isEmpty();
  }
}
