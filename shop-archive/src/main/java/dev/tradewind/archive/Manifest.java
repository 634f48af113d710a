package dev.tradewind.archive;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * File {@code shop.json} of an archive. It is written after each table, so that an export that was
 * interrupted goes on.
 *
 * @param migrationVersion of the database that was exported
 * @param isComplete whether all tables were exported from one snapshot
 * @param tables digests by the name of the table
 * @param sequences last values by the name of the sequence
 */
record Manifest(
    int migrationVersion,
    boolean isComplete,
    Map<String, Digest> tables,
    Map<String, Long> sequences) {

  private static final String FILE = "shop.json";
  private static final int FORMAT = 1;

  static Manifest empty(int migrationVersion) {
    return new Manifest(migrationVersion, false, new LinkedHashMap<>(), Map.of());
  }

  static boolean isIn(Path folder) {
    return Files.exists(folder.resolve(FILE));
  }

  static Manifest read(Path folder) {
    Path file = folder.resolve(FILE);
    try {
      JsonObject json = new JsonObject(Buffer.buffer(Files.readAllBytes(file)));
      if (json.getInteger("format", 0) != FORMAT) {
        throw new ArchiveException(
            "%s is of another format than this version of Tradewind reads.".formatted(file));
      }
      Map<String, Digest> tables = new LinkedHashMap<>();
      json.getJsonArray("tables")
          .forEach(element -> {
            JsonObject table = (JsonObject) element;
            tables.put(
                table.getString("table"),
                new Digest(
                    table.getJsonArray("columns").stream().map(String.class::cast).toList(),
                    table.getLong("rows"),
                    table.getString("digest")));
          });
      Map<String, Long> sequences = new LinkedHashMap<>();
      json.getJsonObject("sequences")
          .forEach(each -> sequences.put(each.getKey(), ((Number) each.getValue()).longValue()));
      return new Manifest(
          json.getInteger("migration_version"), json.getBoolean("complete"), tables, sequences);
    } catch (IOException | DecodeException failure) {
      throw new ArchiveException(
          "There is no archive of a shop in %s: %s".formatted(folder, failure.getMessage()),
          failure);
    }
  }

  /** Replaces the file as a whole, so that a kill leaves the one before. */
  void write(Path folder) throws IOException {
    JsonArray listed = new JsonArray();
    tables.forEach((name, digest) ->
        listed.add(
            new JsonObject()
                .put("table", name)
                .put("columns", new JsonArray(digest.columns()))
                .put("rows", digest.rows())
                .put("digest", digest.sum())));
    JsonObject numbers = new JsonObject();
    sequences.forEach(numbers::put);
    String content =
        new JsonObject()
            .put("format", FORMAT)
            .put("migration_version", migrationVersion)
            .put("complete", isComplete)
            .put("tables", listed)
            .put("sequences", numbers)
            .encodePrettily();
    Path draft = folder.resolve(FILE + ".new");
    Files.writeString(draft, content + "\n");
    Files.move(
        draft,
        folder.resolve(FILE),
        StandardCopyOption.REPLACE_EXISTING,
        StandardCopyOption.ATOMIC_MOVE);
  }
}
