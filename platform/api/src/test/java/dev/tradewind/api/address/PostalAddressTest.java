package dev.tradewind.api.address;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;

class PostalAddressTest {

  @Test
  void isWrittenWithAllMembersInTheOrderOfTheWire() {
    PostalAddress address =
        PostalAddress.parse(new JsonObject().put("phone", "+47 1").put("city", "Bergen"));

    JsonObject written = address.writeTo(new JsonObject());

    assertThat(written.fieldNames())
        .containsExactly(
            "company",
            "first_name",
            "last_name",
            "address_1",
            "address_2",
            "city",
            "country_code",
            "province",
            "postal_code",
            "phone",
            "metadata");
    assertThat(written.getValue("company")).isNull();
    assertThat(PostalAddress.parse(written)).isEqualTo(address);
  }

  @Test
  void givenFieldsReplaceStoredOnes() {
    PostalAddress current =
        PostalAddress.parse(new JsonObject().put("company", "Acme").put("city", "Bergen"));

    PostalAddress changed =
        current.with(new JsonObject().putNull("company").put("country_code", "NO").put("id", "x"));

    assertThat(changed)
        .isEqualTo(
            PostalAddress.parse(new JsonObject().put("city", "Bergen").put("country_code", "no")));
  }
}
