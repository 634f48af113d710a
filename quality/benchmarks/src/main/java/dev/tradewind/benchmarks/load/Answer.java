package dev.tradewind.benchmarks.load;

import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Reader of one HTTP response. It supports only the responses of these servers, so that the
 * generator takes little of the machine from them.
 */
final class Answer {

  private static final int MAX_HEAD_LENGTH = 2_048;
  private static final int STATUS = "HTTP/1.1 ".length();
  private static final int NOT_MODIFIED = 304;
  private static final String LENGTH = "content-length: ";
  private static final String NEW_CART = "\"id\":\"cart_";
  private static final int CART_ID = "cart_".length() + 26;

  private Buffer received = Buffer.buffer();
  private int status;
  private int bodyStart;
  private int end;

  void clear() {
    received = Buffer.buffer();
    end = 0;
  }

  /** Adds a chunk; returns whether it was the last. */
  boolean add(Buffer chunk) {
    received = received.length() == 0 ? chunk : received.appendBuffer(chunk);
    if (end == 0) {
      readHead();
    }
    return end > 0 && received.length() >= end;
  }

  private void readHead() {
    String head =
        received.getString(
            0, Math.min(received.length(), MAX_HEAD_LENGTH), StandardCharsets.ISO_8859_1.name());
    int headEnd = head.indexOf("\r\n\r\n");
    if (headEnd < 0) {
      return;
    }
    status = Integer.parseInt(head, STATUS, STATUS + 3, 10);
    bodyStart = headEnd + 4;
    if (isNotModified()) {
      end = bodyStart;
      return;
    }
    int length = head.indexOf(LENGTH);
    if (length < 0 || length > headEnd) {
      throw new IllegalStateException("An answer without its length: " + head);
    }
    int from = length + LENGTH.length();
    end = bodyStart + Integer.parseInt(head, from, head.indexOf('\r', from), 10);
  }

  boolean isSuccess() {
    return status >= 200 && status < 300 || isNotModified();
  }

  boolean isNotModified() {
    return status == NOT_MODIFIED;
  }

  /** The id of the cart in the response; absent if there is none. */
  @Nullable String cartId() {
    String body = body();
    int found = body.indexOf(NEW_CART);
    int start = found + NEW_CART.length() - "cart_".length();
    return found < 0 ? null : body.substring(start, start + CART_ID);
  }

  String body() {
    return received.getString(bodyStart, end, StandardCharsets.ISO_8859_1.name());
  }

  @Override
  public String toString() {
    return status + " " + body();
  }
}
