package dev.tradewind.archive;

import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.kernel.database.Sql;
import dev.tradewind.kernel.operation.StaffMetadata;
import dev.tradewind.kernel.text.Ids;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.Json;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Replacement of the URLs of one origin in all data of a shop: texts and JSON of every table that
 * an archive holds. Each row is one transaction, with its next version and the event of the
 * resource that it belongs to. Nodes may go on working; one replacement at a time may run.
 */
public final class UrlReplacement implements AutoCloseable {

  private static final long LOCK = 0x66696c6573L;

  private static final Set<String> TEXTS =
      Set.of("text", "character varying", "json", "jsonb", "text[]");

  private static final String TYPES =
      """
      SELECT a.attname, format_type(a.atttypid, NULL)
      FROM pg_attribute AS a
      WHERE a.attrelid = '%s'::regclass AND a.attnum > 0 AND NOT a.attisdropped
        AND a.attgenerated = ''
      """;

  /** Aggregates of parts, as SQL of their ids, by a column of the part. */
  private static final Map<String, Owner> OWNERS = owners();

  private final ShopDatabase shop;
  private final DatabaseConfig database;
  private final String origin;
  private final Map<String, Event> events;
  private final Pattern value;
  private final Pattern embedded;

  /**
   * Event that tells of a change of the rows of a table.
   *
   * @param topic of Kafka
   * @param hasFields whether its data name the changed columns
   * @param isSilent whether its data ask consumers to skip it
   */
  public record Event(String topic, String type, boolean hasFields, boolean isSilent) {}

  /**
   * URLs of the origin.
   *
   * @param places number of rows by schema, table and column
   * @param urls distinct ones; true for those that shoppers may see
   */
  public record Found(Map<String, Long> places, Map<String, Boolean> urls) {}

  /** Aggregate of parts: its table, and its ids by a part {@code r}. */
  private record Owner(String table, String ids) {}

  private record Row(ArchivedTable table, String key) {}

  private UrlReplacement(
      ShopDatabase shop, DatabaseConfig database, String origin, Map<String, Event> events) {
    this.shop = shop;
    this.database = database;
    this.origin = origin;
    this.events = events;
    String quoted = Pattern.quote(origin + "/");
    this.value = Pattern.compile("\"(" + quoted + "(?:[^\"\\\\]|\\\\.)*)\"");
    this.embedded = Pattern.compile(quoted + "[^\\s\"'<>\\\\{}]*[^\\s\"'<>\\\\{}.,;:!?)]");
  }

  private static Map<String, Owner> owners() {
    Map<String, Owner> owners = new LinkedHashMap<>();
    owners.put("product_id", new Owner("catalog.product", "r.product_id"));
    owners.put("order_id", new Owner("orders.\"order\"", "r.order_id"));
    owners.put("customer_id", new Owner("customer.customer", "r.customer_id"));
    owners.put(
        "claim_item_id",
        new Owner(
            "orders.\"order\"",
            "SELECT c.order_id FROM orders.claim_item AS i JOIN orders.claim_order AS c"
                + " ON c.id = i.claim_order_id WHERE i.id = r.claim_item_id"));
    return owners;
  }

  /**
   * @param origin scheme, host and port, without a slash at the end
   * @param events of changed rows, by schema and table
   * @throws ArchiveException if another replacement runs, or if the shop is still followed
   */
  public static UrlReplacement open(
      DatabaseConfig database, String origin, Map<String, Event> events) {
    ShopDatabase shop = ShopDatabase.open(database);
    try {
      if (!"t".equals(shop.value("SELECT pg_try_advisory_lock(" + LOCK + ")"))) {
        throw new ArchiveException("Another replacement of URLs is running.");
      }
      if ("t".equals(shop.value("SELECT to_regclass('medusa_import.move') IS NOT NULL"))
          && "t"
              .equals(
                  shop.value(
                      "SELECT EXISTS (SELECT FROM medusa_import.move"
                          + " WHERE followed_at IS NOT NULL AND finished_at IS NULL)"))) {
        throw new ArchiveException(
            "The shop is a copy that follows its source: fetch files after the switch.");
      }
      shop.connection().commit();
      return new UrlReplacement(shop, database, origin, events);
    } catch (SQLException | ArchiveException failure) {
      shop.close();
      throw failure instanceof ArchiveException refused
          ? refused
          : new ArchiveException("URLs cannot be read: " + failure.getMessage(), failure);
    }
  }

  /** Reads all data. */
  public Found find() {
    try {
      Map<String, Long> places = new TreeMap<>();
      Map<String, Boolean> urls = new TreeMap<>();
      for (ArchivedTable table : shop.tables()) {
        Map<String, String> types = types(table);
        for (Row row : rows(table)) {
          columns(row, types, false)
              .forEach((column, text) -> {
                String type = Objects.requireNonNull(types.get(column));
                String shown = type.startsWith("json") ? withoutStaff(text) : text;
                Set<String> all = new LinkedHashSet<>();
                replaced(text, type, url -> add(all, url));
                Set<String> open = new LinkedHashSet<>();
                replaced(shown, type, url -> add(open, url));
                all.forEach(url -> urls.merge(url, open.contains(url), Boolean::logicalOr));
                if (!all.isEmpty()) {
                  places.merge(unquoted(table.name()) + "." + column, 1L, Long::sum);
                }
              });
        }
        shop.connection().commit();
      }
      return new Found(places, urls);
    } catch (SQLException failure) {
      throw new ArchiveException("URLs cannot be read: " + failure.getMessage(), failure);
    }
  }

  private static String add(Set<String> urls, String url) {
    urls.add(url);
    return url;
  }

  private static String withoutStaff(String json) {
    return StaffMetadata.hide(Buffer.buffer(json)).toString();
  }

  /**
   * Replaces URLs in all rows.
   *
   * @param links by URL; others stay
   * @return number of changed rows
   */
  public long replace(Map<String, String> links) {
    try {
      long changed = 0;
      for (ArchivedTable table : shop.tables()) {
        Map<String, String> types = types(table);
        for (Row row : rows(table)) {
          changed += replace(row, types, links) ? 1 : 0;
          shop.connection().commit();
        }
      }
      return changed;
    } catch (SQLException failure) {
      throw new ArchiveException("URLs cannot be replaced: " + failure.getMessage(), failure);
    }
  }

  private Map<String, String> types(ArchivedTable table) throws SQLException {
    Map<String, String> types = new LinkedHashMap<>();
    for (List<String> row : Sql.query(shop.connection(), TYPES.formatted(table.name()))) {
      if (TEXTS.contains(row.get(1)) && !table.key().contains(row.get(0))) {
        types.put(row.get(0), row.get(1));
      }
    }
    return types;
  }

  private List<Row> rows(ArchivedTable table) throws SQLException {
    List<Row> rows = new ArrayList<>();
    if (table.hasBytes()) {
      return rows;
    }
    try (PreparedStatement statement =
        shop.connection()
            .prepareStatement(
                "SELECT to_json(k)::text FROM (SELECT %s FROM %s AS r WHERE strpos(r::text, ?) > 0) AS k"
                    .formatted(ArchivedTable.list(table.key()), table.name()))) {
      statement.setString(1, origin + "/");
      try (ResultSet found = statement.executeQuery()) {
        while (found.next()) {
          rows.add(new Row(table, found.getString(1)));
        }
      }
    }
    return rows;
  }

  /** Condition of a row {@code r}, with its key as the parameter. */
  private static String where(ArchivedTable table) {
    return "(%s) = (SELECT %s FROM json_populate_record(NULL::%s, ?::json))"
        .formatted(
            table.key().stream()
                .map(name -> "r." + Sql.identifier(name))
                .collect(Collectors.joining(", ")),
            ArchivedTable.list(table.key()),
            table.name());
  }

  private Map<String, String> columns(Row row, Map<String, String> types, boolean locks)
      throws SQLException {
    Map<String, String> columns = new LinkedHashMap<>();
    if (types.isEmpty()) {
      return columns;
    }
    try (PreparedStatement statement =
        shop.connection()
            .prepareStatement(
                "SELECT %s FROM %s AS r WHERE %s%s"
                    .formatted(
                        types.keySet().stream()
                            .map(name -> Sql.identifier(name) + "::text")
                            .collect(Collectors.joining(", ")),
                        row.table().name(),
                        where(row.table()),
                        locks ? " FOR UPDATE" : ""))) {
      statement.setString(1, row.key());
      try (ResultSet found = statement.executeQuery()) {
        if (found.next()) {
          int i = 1;
          for (String name : types.keySet()) {
            String text = found.getString(i++);
            if (text != null && text.contains(origin + "/")) {
              columns.put(name, text);
            }
          }
        }
      }
    }
    return columns;
  }

  private boolean replace(Row row, Map<String, String> types, Map<String, String> links)
      throws SQLException {
    ArchivedTable table = row.table();
    Sql.actAs(shop.connection(), database, table.schema());
    Map<String, String> before = columns(row, types, true);
    Map<String, String> after = new LinkedHashMap<>();
    before.forEach((name, text) -> {
      String now =
          replaced(
              text, Objects.requireNonNull(types.get(name)), url -> links.getOrDefault(url, url));
      if (!now.equals(text)) {
        after.put(name, now);
      }
    });
    if (after.isEmpty()) {
      return false;
    }
    List<String> changes = new ArrayList<>();
    after
        .keySet()
        .forEach(
            name -> changes.add("%s = ?::%s".formatted(Sql.identifier(name), types.get(name))));
    if (table.columns().contains("version")) {
      changes.add("version = version + 1");
    }
    try (PreparedStatement update =
        shop.connection()
            .prepareStatement(
                "UPDATE %s AS r SET %s WHERE %s"
                    .formatted(table.name(), String.join(", ", changes), where(table)))) {
      int i = 1;
      for (String text : after.values()) {
        update.setString(i++, text);
      }
      update.setString(i, row.key());
      update.executeUpdate();
    }
    JsonArray fields = new JsonArray(List.copyOf(after.keySet()));
    if (events.containsKey(unquoted(table.name()))) {
      announce(table.name(), new JsonObject(row.key()).getString("id"), fields);
    } else {
      announceOwners(row, fields);
    }
    return true;
  }

  private void announceOwners(Row row, JsonArray fields) throws SQLException {
    @Nullable Owner owner =
        OWNERS.entrySet().stream()
            .filter(each -> row.table().columns().contains(each.getKey()))
            .map(Map.Entry::getValue)
            .findFirst()
            .orElse(
                row.table().name().equals(ArchivedTable.name("catalog", "image"))
                    ? new Owner(
                        "catalog.product",
                        "SELECT i.product_id FROM catalog.product_image AS i WHERE i.image_id = r.id")
                    : null);
    if (owner == null || !owner.table().startsWith(row.table().schema() + ".")) {
      return;
    }
    List<String> ids = new ArrayList<>();
    try (PreparedStatement statement =
        shop.connection()
            .prepareStatement(
                ("UPDATE %s AS o SET version = o.version + 1"
                        + " WHERE o.id IN (SELECT x FROM %s AS r, LATERAL (%s) AS q (x) WHERE %s)"
                        + " RETURNING o.id")
                    .formatted(
                        owner.table(),
                        row.table().name(),
                        owner.ids().startsWith("SELECT") ? owner.ids() : "SELECT " + owner.ids(),
                        where(row.table())))) {
      statement.setString(1, row.key());
      try (ResultSet changed = statement.executeQuery()) {
        while (changed.next()) {
          ids.add(changed.getString(1));
        }
      }
    }
    for (String id : ids) {
      announce(owner.table(), id, fields);
    }
  }

  private void announce(String table, String id, JsonArray fields) throws SQLException {
    Event event = events.get(unquoted(table));
    if (event == null) {
      return;
    }
    String version =
        Sql.value(
            shop.connection(),
            "SELECT version FROM %s WHERE id = '%s'".formatted(table, id.replace("'", "''")));
    JsonObject data = new JsonObject().put("id", id);
    if (event.hasFields()) {
      data.put("fields", fields);
    }
    JsonObject row =
        new JsonObject()
            .put("event_id", Ids.ulid())
            .put("topic", event.topic())
            .put("key", id)
            .put("type", event.type())
            .put("subject", id)
            .put("aggregate_version", Long.valueOf(version))
            .put("data", data)
            .put("occurred_at", Instant.now().toString())
            .put("causation_id", Ids.ulid())
            .put("actor", "SYSTEM");
    if (event.isSilent()) {
      data.put("no_notification", true);
      row.put("no_notification", true);
    }
    Sql.execute(
        shop.connection(), "SELECT append_events(?::jsonb)", new JsonArray().add(row).encode());
  }

  private static String unquoted(String table) {
    return table.replace("\"", "");
  }

  /**
   * A text, array or JSON with its URLs replaced. A value that begins with the origin is a URL as a
   * whole, with its blanks; one within a longer text ends before a blank or a quotation mark.
   */
  private String replaced(String text, String type, UnaryOperator<String> link) {
    if (!type.startsWith("json")) {
      if (!type.endsWith("[]") && text.startsWith(origin + "/") && text.indexOf('\n') < 0) {
        return link.apply(text);
      }
      return inside(text, link);
    }
    Matcher values = value.matcher(text);
    StringBuilder result = new StringBuilder();
    int end = 0;
    while (values.find()) {
      result.append(inside(text.substring(end, values.start()), link));
      String url = new JsonArray("[" + values.group() + "]").getString(0);
      result.append(
          url.indexOf('\n') < 0 ? Json.encode(link.apply(url)) : inside(values.group(), link));
      end = values.end();
    }
    return result.append(inside(text.substring(end), link)).toString();
  }

  private String inside(String text, UnaryOperator<String> link) {
    return embedded
        .matcher(text)
        .replaceAll(found -> Matcher.quoteReplacement(link.apply(found.group())));
  }

  @Override
  public void close() {
    shop.close();
  }
}
