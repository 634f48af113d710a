package dev.tradewind.kernel.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Metadata for staff is not in what shoppers see, and all other bytes stay as they are. */
class StaffMetadataTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"metadata\":{\"_staff\":{\"cost\":1.50}}} | {\"metadata\":null}",
        "{\"metadata\": {\"_staff\": 7, \"a\": 0.10}} | {\"metadata\": {\"a\": 0.10}}",
        "{\"metadata\":{\"a\":1 , \"_staff\":[1,{\"b\":2}] }} | {\"metadata\":{\"a\":1 }}",
        "{\"m\":{\"a\":\"é\",\"_staff\":\"x\",\"z\":1e3}} | {\"m\":{\"a\":\"é\",\"z\":1e3}}",
        "[{\"m\":{\"_staff\":1}},{\"m\":{\"_staff\":2}}] | [{\"m\":null},{\"m\":null}]",
        "{\"a\":{\"b\":1},\"_staff\":null,\"c\":{}} | {\"a\":{\"b\":1},\"c\":{}}",
        "{\"a\":\"_staff\"} | {\"a\":\"_staff\"}",
      })
  void theMemberIsRemovedAtAnyDepth(String json, String shown) {
    assertThat(StaffMetadata.hide(Buffer.buffer(json.trim())).toString()).isEqualTo(shown.trim());
  }

  @Test
  void aResponseWithoutItStaysTheSame() {
    Reply reply = Reply.ok("product", new JsonObject().put("title", "_staff_"));

    assertThat(StaffMetadata.hide(reply)).isSameAs(reply);
  }

  @Test
  void anyJsonShowsEverythingElse() {
    Random random = new Random(7);
    for (int i = 0; i < 500; i++) {
      JsonObject plain = object(random, 4, false);
      JsonObject marked = object(new Random(i), 4, true);
      assertThat(StaffMetadata.hide(plain.toBuffer()).toJsonObject()).isEqualTo(plain);
      assertThat(StaffMetadata.hide(marked.toBuffer()).toString())
          .isEqualTo(String.valueOf(without(marked)));
    }
  }

  private static JsonObject object(Random random, int depth, boolean isMarked) {
    JsonObject object = new JsonObject();
    int members = random.nextInt(4);
    for (int i = 0; i < members; i++) {
      boolean isOfStaff = isMarked && random.nextInt(3) == 0;
      object.put(isOfStaff ? StaffMetadata.KEY : "k" + i, value(random, depth - 1, isMarked));
    }
    return object;
  }

  private static Object value(Random random, int depth, boolean isMarked) {
    return switch (random.nextInt(depth > 0 ? 5 : 3)) {
      case 0 -> random.nextInt();
      case 1 -> "\"text\\ " + random.nextInt();
      case 2 -> random.nextBoolean();
      case 3 -> object(random, depth, isMarked);
      default -> new JsonArray().add(value(random, depth - 1, isMarked)).add(true);
    };
  }

  /** Null for an object of nothing else. */
  private static Object without(Object value) {
    if (value instanceof JsonArray array) {
      JsonArray shown = new JsonArray();
      array.forEach(element -> shown.add(without(element)));
      return shown;
    }
    if (!(value instanceof JsonObject object)) {
      return value;
    }
    JsonObject shown = new JsonObject();
    object.forEach(member -> {
      if (!member.getKey().equals(StaffMetadata.KEY)) {
        shown.put(member.getKey(), without(member.getValue()));
      }
    });
    return shown.isEmpty() && !object.isEmpty() ? null : shown;
  }

  @Test
  void aBodyOfAShopperWithItIsRefusedByName() {
    JsonObject body =
        new JsonObject()
            .put("metadata", new JsonObject().put("gift", new JsonObject().put("_staff", "")));

    assertThatThrownBy(() -> StaffMetadata.refuseIn(body))
        .hasMessage("metadata.gift._staff is written by staff alone");
  }
}
