package dev.tradewind.gateway.staticfile;

import dev.tradewind.gateway.http.Gzip;
import dev.tradewind.kernel.text.Sha256;
import io.vertx.core.buffer.Buffer;
import java.util.HexFormat;
import java.util.zip.Deflater;
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
    return of(contentType, Buffer.buffer(text));
  }

  /** A file, hashed and compressed here; revalidated. */
  static StaticFile of(String contentType, Buffer plain) {
    Buffer compressed = Gzip.compress(plain, Deflater.DEFAULT_COMPRESSION);
    return new StaticFile(
        contentType,
        HexFormat.of().formatHex(Sha256.digest(plain.getBytes())).substring(0, 32),
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
}
