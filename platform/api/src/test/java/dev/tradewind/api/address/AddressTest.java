package dev.tradewind.api.address;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class AddressTest {

  private static final Instant NOW = Instant.parse("2026-03-04T05:06:07.089Z");
  private static final Instant LATER = NOW.plusSeconds(60);

  private static final Address HOME =
      Address.created(
          "addr_1",
          new JsonObject()
              .put("city", "Kiel")
              .put("country_code", "DE")
              .put("metadata", new JsonObject().put("floor", 2))
              .put("of_another_kind", true),
          NOW);

  @Test
  void everyFieldIsOnTheWireInTheOrderOfTheColumns() {
    JsonObject shown = HOME.toJson();

    assertThat(List.copyOf(shown.fieldNames()))
        .startsWith("id", "created_at", "updated_at", "deleted_at", "customer_id")
        .endsWith(PostalAddress.COLUMNS.names().toArray(String[]::new))
        .hasSize(5 + PostalAddress.COLUMNS.names().size());
    assertThat(shown.getString("country_code")).isEqualTo("de");
  }

  @Test
  void aGivenFieldReplacesAndAnAbsentOneStays() {
    Address moved = HOME.merged(new JsonObject().put("city", "Plön").putNull("metadata"), LATER);

    assertThat(moved.postal().city()).isEqualTo("Plön");
    assertThat(moved.postal().metadata()).isNull();
    assertThat(moved.countryCode()).isEqualTo("de");
    assertThat(moved.createdAt()).isEqualTo(NOW);
    assertThat(moved.updatedAt()).isEqualTo(LATER);
  }

  @Test
  void anAddressIsReadAsItWasWritten() {
    assertThat(Address.parse(HOME.toJson())).isEqualTo(HOME);
    assertThat(Address.parse(HOME.toStored())).isEqualTo(HOME);
    assertThat(HOME.toStored().fieldNames())
        .containsExactlyInAnyOrder(
            "id", "created_at", "updated_at", "city", "country_code", "metadata");
  }
}
