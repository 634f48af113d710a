package dev.tradewind.gateway.http;

import io.vertx.core.buffer.Buffer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.zip.GZIPOutputStream;

/** Compression with gzip. */
public final class Gzip {

  private Gzip() {}

  /**
   * The compressed form of a content.
   *
   * @param level of {@link java.util.zip.Deflater}
   */
  public static Buffer compress(Buffer content, int level) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(content.length() / 4);
    try (LevelStream stream = new LevelStream(bytes, level)) {
      stream.write(content.getBytes());
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    return Buffer.buffer(bytes.toByteArray());
  }

  private static final class LevelStream extends GZIPOutputStream {

    private LevelStream(OutputStream out, int level) throws IOException {
      super(out);
      def.setLevel(level);
    }
  }
}
