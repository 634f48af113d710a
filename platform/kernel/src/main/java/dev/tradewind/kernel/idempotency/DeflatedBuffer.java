package dev.tradewind.kernel.idempotency;

import io.vertx.core.buffer.Buffer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.zip.Deflater;
import java.util.zip.InflaterInputStream;

/**
 * Deflate compression of stored responses, which are written often and hardly ever read. An empty
 * buffer stands for none.
 */
final class DeflatedBuffer {

  private DeflatedBuffer() {}

  static Buffer pack(Buffer plain) {
    Deflater deflater = new Deflater(Deflater.BEST_SPEED);
    try {
      deflater.setInput(plain.getBytes());
      deflater.finish();
      Buffer deflated = Buffer.buffer(plain.length() / 4 + 64);
      byte[] chunk = new byte[2_048];
      while (!deflater.finished()) {
        deflated.appendBytes(chunk, 0, deflater.deflate(chunk));
      }
      return deflated;
    } finally {
      deflater.end();
    }
  }

  static Buffer unpack(Buffer deflated) {
    if (deflated.length() == 0) {
      return deflated;
    }
    try (InflaterInputStream plain =
        new InflaterInputStream(new ByteArrayInputStream(deflated.getBytes()))) {
      return Buffer.buffer(plain.readAllBytes());
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
