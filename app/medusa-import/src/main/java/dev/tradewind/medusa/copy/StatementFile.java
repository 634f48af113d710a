package dev.tradewind.medusa.copy;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * File with an SQL statement, which {@code psql} runs as it stands, and a header of lines such as
 * {@code -- key: id}.
 *
 * @param name name of the file without its ending
 * @param header values of the header by their names
 * @param sql text of the file without comments and its last semicolon
 */
public record StatementFile(String name, Map<String, String> header, String sql) {

  private static final Pattern HEADER = Pattern.compile("-- ([a-z]+): (.+)\n");

  /** Reads a file of a folder beside the packages of the move. */
  public static StatementFile read(String folder, String name) {
    String text = text(folder, name + ".sql");
    Map<String, String> header = new HashMap<>();
    Matcher line = HEADER.matcher(text);
    while (line.lookingAt()) {
      header.put(line.group(1), line.group(2));
      line.region(line.end(), text.length());
    }
    String sql =
        text.lines()
            .filter(each -> !each.stripLeading().startsWith("--"))
            .collect(Collectors.joining("\n"));
    return new StatementFile(name, header, sql.substring(0, sql.lastIndexOf(';')));
  }

  /** Reads the files that a list of the folder names, in its order. */
  public static List<StatementFile> readAll(String folder, String list) {
    return text(folder, list + ".txt").lines().map(name -> read(folder, name)).toList();
  }

  private static String text(String folder, String file) {
    String path = "/dev/tradewind/medusa/%s/%s".formatted(folder, file);
    try (InputStream bytes =
        Objects.requireNonNull(StatementFile.class.getResourceAsStream(path), path)) {
      return new String(bytes.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  public String value(String line, String otherwise) {
    return header.getOrDefault(line, otherwise);
  }

  /** Words of a line of the header. */
  public List<String> words(String line, String... otherwise) {
    String words = header.get(line);
    return words == null ? List.of(otherwise) : List.of(words.split(" "));
  }
}
