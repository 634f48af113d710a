package dev.tradewind.gateway.staticfile;

import dev.tradewind.kernel.Sha256;
import io.vertx.core.buffer.Buffer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Static file with its representations.
 *
 * @param hash of the content
 * @param isImmutable whether the name changes with the content
 * @param plain content as it is
 * @param compressed content compressed with gzip; null if that would not make it smaller
 */
public record StaticFile(
    String contentType,
    String hash,
    boolean isImmutable,
    Buffer plain,
    @Nullable Buffer compressed) {

  /** A text, hashed and compressed here; revalidated. */
  public static StaticFile ofText(String contentType, String text) {
    Buffer plain = Buffer.buffer(text);
    Buffer compressed = gzip(plain);
    return new StaticFile(
        contentType,
        Sha256.of(text).substring(0, 32),
        false,
        plain,
        compressed.length() < plain.length() ? compressed : null);
  }

  /** The same file under a name that changes with the content. */
  public StaticFile asImmutable() {
    return new StaticFile(contentType, hash, true, plain, compressed);
  }

  /** Entity tag of the plain or the compressed representation. */
  String etag(boolean isCompressed) {
    return "\"" + hash + (isCompressed ? "-gzip" : "") + "\"";
  }

  private static Buffer gzip(Buffer plain) {
    ByteArrayOutputStream compressed = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(compressed)) {
      out.write(plain.getBytes());
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    return Buffer.buffer(compressed.toByteArray());
  }
}
