package dev.tradewind.kernel.resource.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PageTest {

  private static final JsonObject SWAP = new JsonObject().put("id", "x".repeat(1_014));

  private static JsonObject row(String id, int kilobytes) {
    return new JsonObject()
        .put("id", id)
        .put("note", "short")
        .put("swaps", new JsonArray(Collections.nCopies(kilobytes, SWAP)));
  }

  private static JsonArray shown(List<JsonObject> rows) {
    return new Page(rows, rows.size(), 0, 50)
        .reply("orders")
        .body()
        .toJsonObject()
        .getJsonArray("orders");
  }

  @Test
  void aRowThatIsTooLargeIsListedWithoutItsLargestMembers() {
    JsonArray shown = shown(List.of(row("order_1", 20_000), row("order_2", 500)));

    assertThat(shown.getJsonObject(0).fieldNames()).containsExactly("id", "note", "swaps_count");
    assertThat(shown.getJsonObject(0).getInteger("swaps_count")).isEqualTo(20_000);
    assertThat(shown.getJsonObject(1).getJsonArray("swaps")).hasSize(500);
  }

  @Test
  void aLargeRowIsWholeWhereThereIsRoom() {
    JsonArray shown = shown(List.of(row("order_1", 10_000)));

    assertThat(shown.getJsonObject(0).getJsonArray("swaps")).hasSize(10_000);
  }

  @Test
  void manyRowsAreRefusedTogether() {
    List<JsonObject> rows =
        IntStream.range(0, 50).mapToObj(number -> row("order_" + number, 900)).toList();

    assertThatThrownBy(() -> shown(rows)).hasMessageContaining("limit is too large");
  }
}
