package dev.tradewind.kernel.idempotency;

import io.vertx.core.buffer.Buffer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.zip.Deflater;
import java.util.zip.InflaterInputStream;

/**
 * Deflate compression of stored responses, which are written often and hardly ever read.
 * Uncompressed bodies of older versions are read as they are: no response begins with the
 * compression marker.
 */
final class DeflatedBuffer {

  /**
   * First byte of the zlib format (RFC 1950), which begins neither JSON nor the texts of responses.
   */
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
