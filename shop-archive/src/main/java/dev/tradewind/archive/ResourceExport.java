package dev.tradewind.archive;

import dev.tradewind.kernel.failpoint.Failpoint;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Principal;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.text.Ids;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.function.LongConsumer;

/**
 * Export of one resource of the API: a file with a resource on each line, as the operation shows
 * it. Ids without a resource are those of deleted ones. A file that is begun continues behind the
 * last id in it; its earlier lines stay as they are.
 */
final class ResourceExport {

  /** Place in the process where a crash test may halt it, in front of the name of the resource. */
  static final String FAILPOINT = "exported a batch of ";

  /** Requests at a time; more would wait for connections to the database. */
  private static final int BATCH = 16;

  private static final int PAGE = 100;

  private static final Duration TIMEOUT = Duration.ofMinutes(5);

  private static final JsonObject NOTHING = new JsonObject();

  /** Staff with all permissions; carts have no reader but their shoppers and the shop itself. */
  /** An export shows all there is. */
  private static final JsonObject PERMITTED = Request.permitting("orders:read");

  private static final Principal STAFF =
      new Principal(Principal.Kind.USER, "export-shop", Principal.Credential.API_TOKEN);

  private final ArchivedResource resource;
  private final Path file;
  private final SnapshotApi api;
  private final LongConsumer progress;
  private final Clock clock = Clock.systemUTC();

  /**
   * @param progress receives the number of rows done since the last call
   */
  ResourceExport(ArchivedResource resource, Path folder, SnapshotApi api, LongConsumer progress) {
    this.resource = resource;
    this.file = folder.resolve(resource.file());
    this.api = api;
    this.progress = progress;
  }

  void run(ShopDatabase shop) throws SQLException, IOException {
    Files.createDirectories(file.getParent());
    switch (resource.shown()) {
      case BY_ID -> exportById(shop);
      case ALONE -> write(List.of(member(shown(NOTHING, NOTHING))));
      case IN_LIST -> write(elements(shown(NOTHING, NOTHING)));
      case IN_PAGES -> exportPages();
    }
  }

  private void exportPages() throws IOException {
    List<String> lines = List.of();
    Files.deleteIfExists(file);
    for (int offset = 0; offset == 0 || lines.size() == PAGE; offset += PAGE) {
      lines = elements(shown(NOTHING, new JsonObject().put("limit", PAGE).put("offset", offset)));
      append(lines);
      progress.accept(lines.size());
    }
  }

  private void exportById(ShopDatabase shop) throws SQLException, IOException {
    String last = LinesFile.lastLine(file);
    String position = last == null ? "" : new JsonObject(last).getString("id");
    progress.accept(count(shop, position));
    try (PreparedStatement statement =
        shop.connection()
            .prepareStatement(
                "SELECT id FROM %s WHERE id > ? ORDER BY id".formatted(resource.table()))) {
      statement.setFetchSize(PAGE);
      statement.setString(1, position);
      List<String> ids = new ArrayList<>();
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          ids.add(rows.getString(1));
          if (ids.size() == BATCH) {
            export(ids);
            ids.clear();
          }
        }
      }
      export(ids);
    }
  }

  private long count(ShopDatabase shop, String position) throws SQLException {
    try (PreparedStatement statement =
        shop.connection()
            .prepareStatement(
                "SELECT count(*) FROM %s WHERE id <= ?".formatted(resource.table()))) {
      statement.setString(1, position);
      try (ResultSet row = statement.executeQuery()) {
        row.next();
        return row.getLong(1);
      }
    }
  }

  private void export(List<String> ids) throws IOException {
    List<Future<Reply>> replies =
        ids.stream().map(id -> send(new JsonObject().put("id", id), NOTHING)).toList();
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < ids.size(); i++) {
      Reply reply = await(replies.get(i));
      if (reply.status() != 404) {
        lines.add(member(require(reply, ids.get(i))));
      }
    }
    append(lines);
    progress.accept(ids.size());
    Failpoint.hit(FAILPOINT + resource.name());
  }

  private Reply shown(JsonObject path, JsonObject query) {
    return require(await(send(path, query)), "");
  }

  private Future<Reply> send(JsonObject path, JsonObject query) {
    boolean isOfShoppers = resource.operation().startsWith("store");
    return api.bus()
        .send(
            resource.verticle(),
            resource.operation(),
            new CallContext(
                Ids.ulid(),
                clock.instant().plus(TIMEOUT),
                null,
                isOfShoppers ? Principal.SYSTEM : STAFF),
            Request.input(path, query, null, PERMITTED));
  }

  private Reply await(Future<Reply> reply) {
    try {
      return reply.toCompletionStage().toCompletableFuture().join();
    } catch (CompletionException failure) {
      throw new ArchiveException(
          "Exporting %s failed: %s".formatted(resource.name(), failure.getCause()), failure);
    }
  }

  private Reply require(Reply reply, String id) {
    if (reply.status() != 200) {
      throw new ArchiveException(
          "Exporting %s %s failed: %s answered %s %s"
              .formatted(resource.name(), id, resource.operation(), reply.status(), reply.body()));
    }
    return reply;
  }

  /** The member of the response, byte for byte. */
  private String member(Reply reply) {
    String body = reply.body().toString(StandardCharsets.UTF_8);
    String prefix = "{\"" + resource.member() + "\":";
    if (!body.startsWith(prefix) || !body.endsWith("}")) {
      throw new ArchiveException(
          "%s answered without %s.".formatted(resource.operation(), resource.member()));
    }
    // Line breaks in texts are escaped; any other is white space.
    return body.substring(prefix.length(), body.length() - 1).replace('\n', ' ');
  }

  private List<String> elements(Reply reply) {
    JsonArray list = new JsonObject(reply.body()).getJsonArray(resource.member());
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < list.size(); i++) {
      lines.add(list.getJsonObject(i).encode());
    }
    return lines;
  }

  /** Writes a file anew. */
  private void write(List<String> lines) throws IOException {
    Files.deleteIfExists(file);
    append(lines);
    progress.accept(lines.size());
  }

  private void append(List<String> lines) throws IOException {
    try (BufferedWriter out =
        Files.newBufferedWriter(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
      for (String line : lines) {
        out.write(line);
        out.write('\n');
      }
    }
  }
}
