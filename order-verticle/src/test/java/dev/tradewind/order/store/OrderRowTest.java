package dev.tradewind.order.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.order.view.OrderView;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.OffsetDateTime;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class OrderRowTest {

  private final JsonObject row = document("row.json");

  private static JsonObject document(String name) {
    try (InputStream in = OrderRowTest.class.getResourceAsStream("/orders/" + name)) {
      return new JsonObject(
          new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void anOrderAndItsPartsAreShownInThisForm() {
    assertThat(OrderView.placed(OrderStore.order(row), null).encodePrettily())
        .isEqualTo(document("shown.json").encodePrettily());
  }

  @Test
  void aTimeIsReadFromTheDriverAsFromADocument() {
    JsonObject read =
        row.copy().put("canceled_at", OffsetDateTime.parse("2026-01-06T01:02:03.004+01:00"));

    assertThat(OrderStore.order(read))
        .isEqualTo(OrderStore.order(row.copy().put("canceled_at", "2026-01-06T00:02:03.004Z")));
  }
}
