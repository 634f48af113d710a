package dev.tradewind.gateway.dashboard;

import io.vertx.core.buffer.Buffer;
import org.jspecify.annotations.Nullable;

/**
 * Static file with its representations.
 *
 * @param hash of the content
 * @param isImmutable whether the name changes with the content
 * @param plain content as it is
 * @param compressed content compressed with gzip; null if that would not make it smaller
 */
record StaticFile(
    String contentType,
    String hash,
    boolean isImmutable,
    Buffer plain,
    @Nullable Buffer compressed) {

  /** Entity tag of the plain or the compressed representation. */
  String etag(boolean isCompressed) {
    return "\"" + hash + (isCompressed ? "-gzip" : "") + "\"";
  }
}
