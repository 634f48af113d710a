package dev.tradewind.kernel.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.Test;

class JsonArraysTest {

  @Test
  void elementsKeepTheirOrder() {
    assertThat(JsonArrays.strings(JsonArrays.of(List.of("b", "a")))).containsExactly("b", "a");
    assertThat(JsonArrays.objects(new JsonArray("[{\"a\":1},{\"a\":2}]")))
        .containsExactly(new JsonObject().put("a", 1), new JsonObject().put("a", 2));
  }

  @Test
  void anAbsentArrayIsEmpty() {
    assertThat(JsonArrays.strings(null)).isEmpty();
    assertThat(JsonArrays.objects(null)).isEmpty();
  }

  @Test
  void anElementOfAnotherTypeIsRefused() {
    assertThatExceptionOfType(ClassCastException.class)
        .isThrownBy(() -> JsonArrays.strings(new JsonArray().add(1)));
  }
}
