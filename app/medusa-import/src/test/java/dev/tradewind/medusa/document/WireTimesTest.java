package dev.tradewind.medusa.document;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;

class WireTimesTest {

  @Test
  void timesOfADocumentHaveTheFormOfResponses() {
    JsonObject document =
        new JsonObject(
            """
            {"id": "x", "created_at": "2024-05-06T07:08:09.123456+00:00", "deleted_at": null,
             "rule": {"updated_at": "2024-05-06T07:08:09+00:00"},
             "metadata": {"sold_at": "noon"}}
            """);

    assertThat(WireTimes.of(document))
        .isEqualTo(
            new JsonObject(
                """
                {"id": "x", "created_at": "2024-05-06T07:08:09.123Z", "deleted_at": null,
                 "rule": {"updated_at": "2024-05-06T07:08:09.000Z"},
                 "metadata": {"sold_at": "noon"}}
                """));
  }
}
