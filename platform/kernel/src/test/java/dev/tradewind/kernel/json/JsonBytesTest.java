package dev.tradewind.kernel.json;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class JsonBytesTest {

  @Test
  void everythingIsWrittenAsTheCodecWritesIt() {
    JsonObject object =
        new JsonObject()
            .putNull("nothing")
            .put("text", "plain")
            .put("empty", "")
            .put("escaped \"name\"", "a\"b\\c/d\b\t\n\f\r\u0001\u001f\u007f")
            .put("other alphabets", "Grüße, 東京, und mehr\n")
            .put("numbers", new JsonArray().add(0).add(-1).add(Long.MIN_VALUE).add(1.5).add(1e300))
            .put("exact", new BigDecimal("8.875"))
            .put("large", new BigInteger("123456789012345678901234567890"))
            .put("truths", new JsonArray().add(true).add(false).addNull())
            .put("time", Instant.parse("2026-01-01T00:00:00Z"))
            .put("bytes", new byte[] {1, 2, 3})
            .put("object", new JsonObject().put("array", new JsonArray().add(new JsonArray())))
            .put("plain collections", List.of(Map.of("a", List.of(1, "b"))));

    assertThat(JsonBytes.of(object).toString()).isEqualTo(object.toBuffer().toString());
    assertThat(JsonBytes.of(new JsonObject()).toString()).isEqualTo("{}");
    assertThat(JsonBytes.of(new JsonObject().put("smile", "a😀\"")).toString())
        .isEqualTo("{\"smile\":\"a😀\\\"\"}");
  }

  @Test
  void anyTextIsWrittenAsTheCodecWritesIt() {
    Random random = new Random(7);
    for (int i = 0; i < 300; i++) {
      String text =
          random
              .ints(random.nextInt(5_000), 1, 0x2FFF)
              .map(each -> each % 3 == 0 ? each : each % 126 + 1)
              .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
              .toString();
      JsonObject object = new JsonObject().put(text, new JsonArray().add(text));

      assertThat(JsonBytes.of(object).toString()).isEqualTo(object.toBuffer().toString());
    }
  }

  @Test
  void anObjectThatIsTooLongIsNotEncoded() {
    JsonObject object = new JsonObject().put("a", "x".repeat(100_000)).put("b", "ü\n");
    int length = object.toBuffer().length();

    assertThat(JsonBytes.of(object, length)).hasValue(object.toBuffer());
    assertThat(JsonBytes.of(object, length - 1)).isEmpty();
    assertThat(JsonBytes.of(object, 1_000)).isEmpty();
    assertThat(JsonBytes.of(object)).isEqualTo(object.toBuffer());
  }
}
