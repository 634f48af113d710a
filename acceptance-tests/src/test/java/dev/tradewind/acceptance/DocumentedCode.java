package dev.tradewind.acceptance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** Code blocks of a page, which tests run as a reader would. */
final class DocumentedCode {

  private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w*)\n(.*?)^```$");

  private DocumentedCode() {}

  /** Blocks of a language in their order; of commands, the empty one. */
  static List<String> of(Path page, String language) throws IOException {
    return BLOCK
        .matcher(Files.readString(page))
        .results()
        .filter(block -> block.group(1).equals(language))
        .map(block -> block.group(2))
        .toList();
  }
}
