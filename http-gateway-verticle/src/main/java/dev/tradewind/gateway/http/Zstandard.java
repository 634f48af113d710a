package dev.tradewind.gateway.http;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.util.Native;
import io.vertx.core.buffer.Buffer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Compression with zstd (RFC 8878) by its native library, which some machines cannot load. */
final class Zstandard {

  private static final Logger LOG = LoggerFactory.getLogger(Zstandard.class);

  /** The default: higher levels save a few hundredths for several times the time. */
  private static final int LEVEL = 3;

  private static final boolean IS_AVAILABLE = load();

  private Zstandard() {}

  private static boolean load() {
    try {
      Native.load();
      return true;
    } catch (LinkageError failure) {
      LOG.warn("Offer no compression with zstd: cannot load its native library", failure);
      return false;
    }
  }

  static boolean isAvailable() {
    return IS_AVAILABLE;
  }

  static Buffer compress(Buffer content) {
    return Buffer.buffer(Zstd.compress(content.getBytes(), LEVEL));
  }
}
