package dev.tradewind.acceptance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Code blocks of a page, which tests run as a reader would. */
public final class DocumentedCode {

  private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w*)(?: ([^\n]*))?\n(.*?)^```$");

  private DocumentedCode() {}

  /**
   * Block of code.
   *
   * @param note behind the language; empty without one
   */
  public record Block(String language, String note, String code) {}

  /** Blocks of a language in their order; of commands, the empty one. */
  public static List<String> of(Path page, String language) throws IOException {
    return blocks(page)
        .filter(block -> block.language().equals(language))
        .map(Block::code)
        .toList();
  }

  /** The same of one section, which a heading of the second level begins. */
  public static List<String> of(Path page, String heading, String language) throws IOException {
    String section = Files.readString(page).split("\n## " + heading + "\n", 2)[1];
    return blocks(section.split("\n## ", 2)[0])
        .filter(block -> block.language().equals(language))
        .map(Block::code)
        .toList();
  }

  /** All blocks in their order. */
  public static Stream<Block> blocks(Path page) throws IOException {
    return blocks(Files.readString(page));
  }

  private static Stream<Block> blocks(String text) {
    return BLOCK
        .matcher(text)
        .results()
        .map(block ->
            new Block(
                block.group(1), block.group(2) == null ? "" : block.group(2), block.group(3)));
  }
}
