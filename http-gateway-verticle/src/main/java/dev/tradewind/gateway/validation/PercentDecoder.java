package dev.tradewind.gateway.validation;

import dev.tradewind.kernel.operation.Problem;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Strict percent-decoding of a part of a URL, applied once. */
public final class PercentDecoder {

  private PercentDecoder() {}

  /** Whether a path or query can be decoded; the router throws on one that cannot. */
  public static boolean isWellFormed(String text) {
    try {
      decode(text, 0, text.length());
      return true;
    } catch (Problem e) {
      return false;
    }
  }

  static String decode(String text, int start, int end) {
    if (isPlain(text, start, end)) {
      return text.substring(start, end);
    }
    byte[] source = text.substring(start, end).getBytes(StandardCharsets.UTF_8);
    ByteBuffer decoded = ByteBuffer.allocate(source.length);
    for (int i = 0; i < source.length; i++) {
      byte character = source[i];
      if (character == '+') {
        decoded.put((byte) ' ');
      } else if (character == '%') {
        int high = i + 2 < source.length ? Character.digit(source[i + 1], 16) : -1;
        int low = i + 2 < source.length ? Character.digit(source[i + 2], 16) : -1;
        if (high < 0 || low < 0) {
          throw malformed();
        }
        decoded.put((byte) (high * 16 + low));
        i += 2;
      } else {
        decoded.put(character);
      }
    }
    try {
      // A fresh decoder reports what is not UTF-8 instead of replacing it.
      return StandardCharsets.UTF_8.newDecoder().decode(decoded.flip()).toString();
    } catch (CharacterCodingException e) {
      throw malformed();
    }
  }

  private static boolean isPlain(String text, int start, int end) {
    for (int i = start; i < end; i++) {
      char character = text.charAt(i);
      if (character == '%' || character == '+' || character > '~') {
        return false;
      }
    }
    return true;
  }

  private static RuntimeException malformed() {
    return Problem.invalidData("The query is not well percent-encoded UTF-8");
  }
}
