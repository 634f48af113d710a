package dev.tradewind.kernel.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.buffer.Buffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeflatedBufferTest {

  @ParameterizedTest
  @ValueSource(strings = {"", "{}", "OK", "{\"cart\":{\"email\":\"ä@example.com\"}}"})
  void aCompressedTextIsRestoredByteForByte(String text) {
    Buffer plain = Buffer.buffer(text);

    assertThat(DeflatedBuffer.unpack(DeflatedBuffer.pack(plain))).isEqualTo(plain);
  }

  @Test
  void aLongAnswerTakesAFractionOfItsLength() {
    Buffer plain = Buffer.buffer("{\"title\":\"A shirt\",\"quantity\":1},".repeat(400));

    Buffer packed = DeflatedBuffer.pack(plain);

    assertThat(packed.length()).isLessThan(plain.length() / 10);
    assertThat(DeflatedBuffer.unpack(packed)).isEqualTo(plain);
  }
}
