package dev.tradewind.kernel.idempotency;

import io.vertx.core.buffer.Buffer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.zip.Deflater;
import java.util.zip.InflaterInputStream;

/**
 * Bytes in fewer bytes, for what is written often and hardly ever read. What was written before
 * there was packing is read as it is: no answer begins as packed bytes do.
 */
final class DeflatedBuffer {

  /** The first byte of the format (RFC 1950), which begins neither JSON nor the texts we answer. */
  private static final byte MARK = 0x78;

  private DeflatedBuffer() {}

  static Buffer pack(Buffer plain) {
    Deflater deflater = new Deflater(Deflater.BEST_SPEED);
    try {
      deflater.setInput(plain.getBytes());
      deflater.finish();
      Buffer packed = Buffer.buffer(plain.length() / 4 + 64);
      byte[] piece = new byte[2_048];
      while (!deflater.finished()) {
        packed.appendBytes(piece, 0, deflater.deflate(piece));
      }
      return packed;
    } finally {
      deflater.end();
    }
  }

  static Buffer unpack(Buffer packed) {
    if (packed.length() == 0 || packed.getByte(0) != MARK) {
      return packed;
    }
    try (InflaterInputStream plain =
        new InflaterInputStream(new ByteArrayInputStream(packed.getBytes()))) {
      return Buffer.buffer(plain.readAllBytes());
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
