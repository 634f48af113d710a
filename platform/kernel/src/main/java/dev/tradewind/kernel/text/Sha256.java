package dev.tradewind.kernel.text;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 digest, stored in place of a text that is secret or too long. */
public final class Sha256 {

  private Sha256() {}

  /** The SHA-256 of the text in UTF-8, as 64 hexadecimal digits. */
  public static String of(String text) {
    return HexFormat.of().formatHex(digest(text.getBytes(StandardCharsets.UTF_8)));
  }

  /** The 32 bytes of the SHA-256 of the content. */
  public static byte[] digest(byte[] content) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(content);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
