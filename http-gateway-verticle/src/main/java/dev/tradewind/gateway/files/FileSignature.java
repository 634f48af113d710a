package dev.tradewind.gateway.files;

import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * File signatures of the media types that browsers display or open by themselves. A file of another
 * content is refused, whatever its declared type; other types are downloads and not compared.
 */
final class FileSignature {

  /** Bytes at an offset, in ISO 8859-1. */
  private record Mark(int offset, String bytes) {

    private boolean isIn(Buffer beginning) {
      byte[] expected = bytes.getBytes(StandardCharsets.ISO_8859_1);
      for (int i = 0; i < expected.length; i++) {
        if (offset + i >= beginning.length() || beginning.getByte(offset + i) != expected[i]) {
          return false;
        }
      }
      return true;
    }
  }

  /** Alternatives of marks that occur together, by media type. */
  private static final Map<String, List<List<Mark>>> KNOWN =
      Map.of(
          "image/png", List.of(List.of(new Mark(0, "\u0089PNG\r\n\u001a\n"))),
          "image/jpeg", List.of(List.of(new Mark(0, "\u00ff\u00d8\u00ff"))),
          "image/gif", List.of(List.of(new Mark(0, "GIF87a")), List.of(new Mark(0, "GIF89a"))),
          "image/webp", List.of(List.of(new Mark(0, "RIFF"), new Mark(8, "WEBP"))),
          "image/avif", List.of(List.of(new Mark(4, "ftypavif")), List.of(new Mark(4, "ftypavis"))),
          "application/pdf", List.of(List.of(new Mark(0, "%PDF-"))));

  /** Bytes of a file that decide. */
  static final int LENGTH = 12;

  private FileSignature() {}

  /**
   * Whether the content may be of the declared type.
   *
   * @param beginning the first bytes, or all of a shorter file
   */
  static boolean fits(String contentType, Buffer beginning) {
    String type = contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    List<List<Mark>> alternatives = KNOWN.get(type);
    return alternatives == null
        || alternatives.stream()
            .anyMatch(marks -> marks.stream().allMatch(mark -> mark.isIn(beginning)));
  }
}
