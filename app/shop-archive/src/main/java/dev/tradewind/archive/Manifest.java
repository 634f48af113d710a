package dev.tradewind.archive;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * File {@code shop.json} of an archive. It is written after each table, so that an export that was
 * interrupted goes on.
 *
 * @param migrationVersion of the database that was exported
 * @param isComplete whether all tables were exported from one snapshot
 * @param tables digests of the exported tables by their names
 * @param begun digest of the table whose file is written at the moment, by its name
 * @param resources names of the resources of the API whose files are complete
 * @param sequences last values by the name of the sequence
 */
record Manifest(
    int migrationVersion,
    boolean isComplete,
    Map<String, Digest> tables,
    Map<String, Digest> begun,
    List<String> resources,
    Map<String, Long> sequences) {

  private static final String FILE = "shop.json";
  private static final int FORMAT = 1;

  static Manifest empty(int migrationVersion) {
    return new Manifest(
        migrationVersion,
        false,
        new LinkedHashMap<>(),
        new LinkedHashMap<>(),
        new ArrayList<>(),
        Map.of());
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
      Map<String, Long> sequences = new LinkedHashMap<>();
      json.getJsonObject("sequences")
          .forEach(each -> sequences.put(each.getKey(), ((Number) each.getValue()).longValue()));
      List<String> resources =
          new ArrayList<>(
              json.getJsonArray("resources", new JsonArray()).stream()
                  .map(String.class::cast)
                  .toList());
      return new Manifest(
          json.getInteger("migration_version"),
          json.getBoolean("complete"),
          digests(json.getJsonArray("tables")),
          digests(json.getJsonArray("begun", new JsonArray())),
          resources,
          sequences);
    } catch (IOException | DecodeException failure) {
      throw new ArchiveException(
          "There is no archive of a shop in %s: %s".formatted(folder, failure.getMessage()),
          failure);
    }
  }

  private static Map<String, Digest> digests(JsonArray listed) {
    Map<String, Digest> digests = new LinkedHashMap<>();
    listed.forEach(element -> {
      JsonObject table = (JsonObject) element;
      digests.put(
          table.getString("table"),
          new Digest(
              table.getJsonArray("columns").stream().map(String.class::cast).toList(),
              table.getLong("rows"),
              table.getString("digest")));
    });
    return digests;
  }

  private static JsonArray list(Map<String, Digest> digests) {
    JsonArray listed = new JsonArray();
    digests.forEach((name, digest) ->
        listed.add(
            new JsonObject()
                .put("table", name)
                .put("columns", new JsonArray(digest.columns()))
                .put("rows", digest.rows())
                .put("digest", digest.sum())));
    return listed;
  }

  /** Replaces the file as a whole, so that a kill leaves the one before. */
  void write(Path folder) throws IOException {
    JsonObject numbers = new JsonObject();
    sequences.forEach(numbers::put);
    String content =
        new JsonObject()
            .put("format", FORMAT)
            .put("migration_version", migrationVersion)
            .put("complete", isComplete)
            .put("tables", list(tables))
            .put("begun", list(begun))
            .put("resources", new JsonArray(resources))
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
