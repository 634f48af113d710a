package dev.tradewind.gateway.files;

import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Known type of an uploaded file: its extensions, its media types, and the signature of its
 * content.
 *
 * @param fits whether a content with this beginning may be of the type
 * @param isText whether the content has no control characters
 */
record FileType(
    Set<String> extensions, Set<String> mediaTypes, Predicate<Buffer> fits, boolean isText) {

  /** Bytes at the beginning of a file that decide, or all of a shorter one. */
  static final int LENGTH = 1024;

  /** Media types that browsers display or open by themselves. */
  private static final Set<String> DISPLAYED =
      Set.of("image/png", "image/jpeg", "image/gif", "image/webp", "image/avif", "application/pdf");

  /** Media types of clients that do not know the type. */
  private static final Set<String> UNSPECIFIC = Set.of("", "application/octet-stream");

  private static final Predicate<Buffer> ZIP = at(0, "PK\u0003\u0004");
  private static final String OFFICE = "application/vnd.openxmlformats-officedocument.";

  private static final List<FileType> ALL =
      List.of(
          binary("png", "image/png", at(0, "\u0089PNG\r\n\u001a\n")),
          new FileType(
              Set.of("jpg", "jpeg"), Set.of("image/jpeg"), at(0, "\u00ff\u00d8\u00ff"), false),
          binary("gif", "image/gif", at(0, "GIF87a").or(at(0, "GIF89a"))),
          binary("webp", "image/webp", at(0, "RIFF").and(at(8, "WEBP"))),
          binary("avif", "image/avif", at(4, "ftypavif").or(at(4, "ftypavis"))),
          binary("pdf", "application/pdf", at(0, "%PDF-")),
          binary("mp3", "audio/mpeg", at(0, "ID3").or(at(0, "\u00ff\u00fb"))),
          binary("mp4", "video/mp4", at(4, "ftyp")),
          binary("epub", "application/epub+zip", ZIP),
          binary("docx", OFFICE + "wordprocessingml.document", ZIP),
          binary("xlsx", OFFICE + "spreadsheetml.sheet", ZIP),
          new FileType(
              Set.of("zip"), Set.of("application/zip", "application/x-zip-compressed"), ZIP, false),
          new FileType(Set.of("svg"), Set.of("image/svg+xml"), FileType::isSvg, true),
          new FileType(
              Set.of("csv"),
              Set.of("text/csv", "application/csv", "application/vnd.ms-excel", "text/plain"),
              any -> true,
              true),
          new FileType(Set.of("txt"), Set.of("text/plain"), any -> true, true),
          new FileType(
              Set.of("json"),
              Set.of("application/json"),
              beginning -> text(beginning).startsWith("{") || text(beginning).startsWith("["),
              true));

  private static FileType binary(String extension, String mediaType, Predicate<Buffer> fits) {
    return new FileType(Set.of(extension), Set.of(mediaType), fits, false);
  }

  private static Predicate<Buffer> at(int offset, String bytes) {
    byte[] expected = bytes.getBytes(StandardCharsets.ISO_8859_1);
    return beginning ->
        beginning.length() >= offset + expected.length
            && Arrays.equals(beginning.getBytes(offset, offset + expected.length), expected);
  }

  private static boolean isSvg(Buffer beginning) {
    String text = text(beginning).toLowerCase(Locale.ROOT);
    return text.startsWith("<") && text.contains("<svg") && !text.contains("<html");
  }

  private static String text(Buffer beginning) {
    String text = beginning.toString(StandardCharsets.UTF_8);
    return (text.startsWith("\ufeff") ? text.substring(1) : text).strip();
  }

  /** Type of a file's extension; empty if it is not known. */
  static Optional<FileType> ofName(String name) {
    String extension = name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    if (name.indexOf('.') < 0) {
      return Optional.empty();
    }
    return ALL.stream().filter(type -> type.extensions.contains(extension)).findFirst();
  }

  /**
   * Type of a declared media type that has a signature; empty for those without, and those that are
   * not known.
   */
  static Optional<FileType> displayedAs(String contentType) {
    String declared = mediaType(contentType);
    return ALL.stream()
        .filter(type -> DISPLAYED.contains(declared) && type.mediaTypes.contains(declared))
        .findFirst();
  }

  /** Whether the declared media type is one of this type, or unspecific. */
  boolean isDeclaredAs(String contentType) {
    String declared = mediaType(contentType);
    return mediaTypes.contains(declared) || UNSPECIFIC.contains(declared);
  }

  /** Whether a part of the content may be of the type. */
  boolean mayContain(Buffer part) {
    if (!isText) {
      return true;
    }
    for (int i = 0; i < part.length(); i++) {
      byte one = part.getByte(i);
      if (one >= 0 && one < ' ' && one != '\t' && one != '\n' && one != '\r' && one != '\f') {
        return false;
      }
    }
    return true;
  }

  private static String mediaType(String contentType) {
    return contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
  }
}
