package dev.tradewind.archive;

import dev.tradewind.kernel.failpoint.Failpoint;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Principal;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.resource.query.ListDefinition;
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
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Export of one resource of the API: a file with a resource on each line, as the operation shows
 * it. Ids without a resource are those of deleted ones. A row that the operation cannot show is
 * written {@linkplain UnshownRows as it is}. A file that is begun continues behind the last id in
 * it; its earlier lines stay as they are.
 */
final class ResourceExport {

  /** Place in the process where a crash test may halt it, in front of the name of the resource. */
  static final String FAILPOINT = "exported a batch of ";

  /** Requests at a time; more would wait for connections to the database. */
  private static final int BATCH = 16;

  private static final int PAGE = 100;

  private static final Duration TIMEOUT = Duration.ofMinutes(5);

  private static final JsonObject NOTHING = new JsonObject();

  /** An export shows all there is. */
  private static final JsonObject PERMITTED = Request.permitting("orders:read");

  /** Staff with all permissions; carts have no reader but their shoppers and the shop itself. */
  private static final Principal STAFF =
      new Principal(Principal.Kind.USER, "export-shop", Principal.Credential.API_TOKEN);

  private final ArchivedResource resource;
  private final Path file;
  private final ShopDatabase shop;
  private final ResourceApi api;
  private final UnshownRows unshown;
  private final LongConsumer progress;
  private final Clock clock = Clock.systemUTC();

  /**
   * @param progress receives the number of rows done since the last call
   */
  ResourceExport(
      ArchivedResource resource,
      Path folder,
      ShopDatabase shop,
      ResourceApi api,
      LongConsumer progress) {
    this.shop = shop;
    this.unshown = new UnshownRows(shop, resource, folder);
    this.resource = resource;
    this.file = folder.resolve(resource.file());
    this.api = api;
    this.progress = progress;
  }

  void run() throws SQLException, IOException {
    Files.createDirectories(file.getParent());
    switch (resource.shown()) {
      case BY_ID -> exportById();
      case ALONE -> write(reply -> List.of(member(reply)));
      case IN_LIST -> write(this::elements);
      case IN_PAGES -> exportPages();
    }
  }

  private void exportPages() throws SQLException, IOException {
    Files.deleteIfExists(file);
    String failure = null;
    Position position = new Position("", 0);
    boolean isLast = false;
    while (!isLast) {
      Reply reply = page(PAGE, position);
      List<String> lines = new ArrayList<>();
      if (!isFault(reply)) {
        lines.addAll(elements(require(reply, "")));
        position = position.behind(lines);
        isLast = lines.size() < PAGE;
      } else {
        api.renew();
        for (int one = 0; !isLast && one < PAGE; one++) {
          Reply single = page(1, position);
          if (isFault(single)) {
            failure = refusal(single);
            position = position.behindUnshown();
            api.renew();
          } else {
            List<String> element = elements(require(single, ""));
            position = position.behind(element);
            isLast = element.isEmpty();
            lines.addAll(element);
          }
        }
      }
      append(lines);
      progress.accept(lines.size());
    }
    if (failure != null) {
      append(unshown.linesBeside(keys(), failure));
    }
  }

  private Reply page(int limit, Position position) {
    return await(
        send(
            NOTHING,
            new JsonObject()
                .put(ListDefinition.AFTER, position.key())
                .put("offset", position.unshown())
                .put("limit", limit)));
  }

  /**
   * Position in a list by key, so that its last page costs what the first does.
   *
   * @param key of the last row that was shown; empty in front of the first one
   * @param unshown rows behind it that cannot be shown
   */
  private record Position(String key, int unshown) {

    Position behind(List<String> lines) {
      return lines.isEmpty() ? this : new Position(UnshownRows.key(lines.getLast()), 0);
    }

    Position behindUnshown() {
      return new Position(key, unshown + 1);
    }
  }

  private Set<String> keys() throws IOException {
    try (Stream<String> lines = Files.lines(file)) {
      return lines.map(UnshownRows::key).collect(Collectors.toSet());
    }
  }

  private void exportById() throws SQLException, IOException {
    String last = LinesFile.lastLine(file);
    String position = last == null ? "" : new JsonObject(last).getString("id");
    progress.accept(count(position));
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

  private long count(String position) throws SQLException {
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

  private void export(List<String> ids) throws SQLException, IOException {
    List<Future<Reply>> asked =
        ids.stream().map(id -> send(new JsonObject().put("id", id), NOTHING)).toList();
    List<Reply> replies = new ArrayList<>();
    asked.forEach(reply -> replies.add(await(reply)));
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < ids.size(); i++) {
      lines.addAll(lines(ids.get(i), replies.get(i)));
    }
    append(lines);
    progress.accept(ids.size());
    Failpoint.hit(FAILPOINT + resource.name());
  }

  /** The line of an id; none for a deleted one. */
  private List<String> lines(String id, Reply first) throws SQLException, IOException {
    Reply reply = first;
    if (isFault(reply)) {
      // Another row of the batch may have broken the connection of this one.
      api.renew();
      reply = await(send(new JsonObject().put("id", id), NOTHING));
    }
    if (isFault(reply)) {
      api.renew();
      return unshown.line(id, refusal(reply));
    }
    return reply.status() == 404 ? List.of() : List.of(member(require(reply, id)));
  }

  /** Whether the row cannot be shown, as opposed to a database or verticle that is unavailable. */
  private static boolean isFault(Reply reply) {
    return reply.status() == 500 || reply.status() == 400;
  }

  private String refusal(Reply reply) {
    return "%s answered %s".formatted(resource.operation(), reply.status());
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

  /** Writes a file of one response anew. */
  private void write(Function<Reply, List<String>> shown) throws SQLException, IOException {
    Files.deleteIfExists(file);
    Reply reply = await(send(NOTHING, NOTHING));
    List<String> lines;
    if (isFault(reply)) {
      api.renew();
      lines = unshown.linesBeside(Set.of(), refusal(reply));
    } else {
      lines = shown.apply(require(reply, ""));
    }
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
