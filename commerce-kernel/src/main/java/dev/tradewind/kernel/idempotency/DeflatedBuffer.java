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
    if (deflated.length() == 0 || deflated.getByte(0) != MARK) {
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
