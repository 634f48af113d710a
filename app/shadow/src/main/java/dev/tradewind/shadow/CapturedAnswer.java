package dev.tradewind.shadow;

import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/** Copy of an answer of the v1 server, made while it is streamed to the client. */
final class CapturedAnswer {

  /** Larger answers are not compared. */
  static final int MAX_LENGTH = 1 << 20;

  private static final int MAX_PLAIN_LENGTH = 8 * MAX_LENGTH;

  private Buffer body = Buffer.buffer();
  private int status;
  private String type = "";
  private String coding = "";
  private boolean isTooLarge;

  void head(int answered, MultiMap headers) {
    status = answered;
    type = text(headers.get(HttpHeaders.CONTENT_TYPE));
    coding = text(headers.get(HttpHeaders.CONTENT_ENCODING));
  }

  private static String text(@Nullable String header) {
    return header == null ? "" : header.toLowerCase(Locale.ROOT);
  }

  void add(Buffer chunk) {
    if (isTooLarge || body.length() + chunk.length() > MAX_LENGTH) {
      isTooLarge = true;
      body = Buffer.buffer();
    } else {
      body.appendBuffer(chunk);
    }
  }

  int status() {
    return status;
  }

  /** Why it is not compared; null if it is. */
  ShadowReport.@Nullable Reason unfit() {
    if (status == 304) {
      return ShadowReport.Reason.NOT_MODIFIED;
    }
    if (status >= 500) {
      return ShadowReport.Reason.V1_FAILED;
    }
    if (isTooLarge) {
      return ShadowReport.Reason.TOO_LARGE;
    }
    boolean isReadable = coding.isEmpty() || coding.equals("gzip") || coding.equals("identity");
    if (status == 200 && (!type.contains("json") || !isReadable)) {
      return ShadowReport.Reason.NOT_JSON;
    }
    return null;
  }

  /**
   * The body without its coding; blocking.
   *
   * @throws IOException if it is malformed or too large
   */
  Buffer plain() throws IOException {
    if (!coding.equals("gzip")) {
      return body;
    }
    try (InputStream unzipped = new GZIPInputStream(new ByteArrayInputStream(body.getBytes()))) {
      byte[] bytes = unzipped.readNBytes(MAX_PLAIN_LENGTH + 1);
      if (bytes.length > MAX_PLAIN_LENGTH) {
        throw new IOException("The answer has more than " + MAX_PLAIN_LENGTH + " bytes");
      }
      return Buffer.buffer(bytes);
    }
  }
}
