package dev.tradewind.archive;

import io.vertx.core.json.JsonObject;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Rows that the API cannot show: each is a line of its resource as it is in its table, without
 * hashes and tokens, and is named in a file of the archive, so that one bad row does not block an
 * export.
 */
final class UnshownRows {

  static final String FILE = "resources/as-they-are.ndjson";

  private static final String ROW =
      """
      SELECT (
        SELECT json_object_agg(m.key, m.value)::text
        FROM json_each(to_json(r)) AS m
        WHERE m.key !~ 'hash|token|secret'
      )
      FROM %s AS r
      WHERE %s
      """;

  private final ShopDatabase shop;
  private final ArchivedResource resource;
  private final Path file;

  UnshownRows(ShopDatabase shop, ArchivedResource resource, Path folder) {
    this.shop = shop;
    this.resource = resource;
    this.file = folder.resolve(FILE);
  }

  /** The row of an id, as a line. */
  List<String> line(String id, String reason) throws SQLException, IOException {
    try (PreparedStatement statement =
        shop.connection().prepareStatement(ROW.formatted(resource.table(), "r.id = ?"))) {
      statement.setString(1, id);
      return named(lines(statement), reason);
    }
  }

  /**
   * The rows of a resource beside those with the keys, as lines. Deleted ones are left out.
   *
   * @param shown ids, or codes of what has no id
   */
  List<String> linesBeside(Set<String> shown, String reason) throws SQLException, IOException {
    try (PreparedStatement statement =
        shop.connection()
            .prepareStatement(
                ROW.formatted(resource.table(), "to_jsonb(r) ->> 'deleted_at' IS NULL"))) {
      return named(
          lines(statement).stream().filter(line -> !shown.contains(key(line))).toList(), reason);
    }
  }

  private static List<String> lines(PreparedStatement statement) throws SQLException {
    List<String> lines = new ArrayList<>();
    try (ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        lines.add(rows.getString(1).replace('\n', ' '));
      }
    }
    return lines;
  }

  /** Id of a resource, or its code if it has none. */
  static String key(String line) {
    JsonObject json = new JsonObject(line);
    return json.getString("id", json.getString("code", ""));
  }

  private List<String> named(List<String> lines, String reason) throws IOException {
    try (BufferedWriter out =
        Files.newBufferedWriter(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
      for (String line : lines) {
        out.write(
            new JsonObject()
                .put("resource", resource.name())
                .put("id", key(line))
                .put("reason", reason)
                .encode());
        out.write('\n');
      }
    }
    return lines;
  }

  /** Reports the rows of an archive; a row that two runs have written is one. */
  static void report(Path folder, ArchiveListener listener) throws IOException {
    Path file = folder.resolve(FILE);
    if (LinesFile.lastLine(file) == null) {
      return;
    }
    Map<String, JsonObject> rows = new LinkedHashMap<>();
    for (String line : Files.readAllLines(file)) {
      JsonObject row = new JsonObject(line);
      rows.put(row.getString("resource") + " " + row.getString("id"), row);
    }
    rows.values()
        .forEach(row ->
            listener.writtenAsItIs(
                row.getString("resource"), row.getString("id"), row.getString("reason")));
  }
}
