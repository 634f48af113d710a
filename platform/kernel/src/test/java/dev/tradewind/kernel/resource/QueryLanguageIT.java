package dev.tradewind.kernel.resource;

import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.kernel.resource.query.Page;
import dev.tradewind.kernel.resource.read.ResourceReader;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import org.jspecify.annotations.Nullable;

/** Every query finds the same rows in the database as in plain code. */
class QueryLanguageIT {

  private static final int ROWS = 80;

  /** Forms of times in queries, and their instants. */
  private static final Map<String, Instant> TIMES =
      Map.of(
          "2024-01-02", Instant.parse("2024-01-02T00:00:00Z"),
          "2024-01-03T12:00:00.500Z", Instant.parse("2024-01-03T12:00:00.500Z"),
          "2024-01-04T02:00:00+02:00", Instant.parse("2024-01-04T00:00:00Z"),
          "1704412800", Instant.parse("2024-01-05T00:00:00Z"),
          "Sat, 06 Jan 2024 00:00:00 GMT", Instant.parse("2024-01-06T00:00:00Z"));

  private static final List<Instant> MOMENTS = List.copyOf(TIMES.values());
  private static final List<String> NAMES = List.of("a", "ab", "abc", "b", "ba", "bc", "c");
  private static final List<String> CODES =
      List.of("A%b", "a_b", "aXb", "100 %", "\\", "null-ish", "Ab", "it's", "");
  private static final List<Object> NUMBERS = List.of(-1, 0, 1, 2, 3, 2.5, "1", "2.5", 1e12);
  private static final List<String> MAKERS = List.of("m1", "m2", "m3");

  private static Workshop workshop;
  private static ResourceReader reader;
  private static PlainTools plain;

  @BeforeContainer
  static void open() {
    workshop = new Workshop();
    reader = new ResourceReader(workshop.pool);
    // Equal rows matter more here than unique codes.
    workshop.sql("DROP INDEX tool_code");
    workshop.sql(
        """
        INSERT INTO maker (id, name, deleted_at) VALUES
          ('m1', 'bo', NULL), ('m2', 'ada', NULL), ('m3', 'cy', now())
        """);
    Random random = new Random(7);
    List<JsonObject> rows = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      rows.add(store(i, random));
    }
    plain = new PlainTools(rows, TIMES);
  }

  @AfterContainer
  static void close() {
    workshop.close();
  }

  @Property(tries = 600, edgeCases = EdgeCasesMode.NONE)
  void theDatabaseFindsTheSameRowsAsPlainCode(@ForAll("queries") JsonObject query) {
    Page found = await(reader.list(Workshop.LISTING, query.copy()));

    assertThat(found).isEqualTo(plain.list(query));
  }

  @Property(tries = 100, edgeCases = EdgeCasesMode.NONE)
  void pagesMakeUpTheWhole(@ForAll("queries") JsonObject query, @ForAll("sizes") int size) {
    JsonObject all = query.copy().put("limit", ROWS).put("offset", 0);
    List<JsonObject> whole = await(reader.list(Workshop.LISTING, all)).rows();

    List<JsonObject> pages = new ArrayList<>();
    for (int offset = 0; offset < whole.size(); offset += size) {
      JsonObject page = query.copy().put("limit", size).put("offset", offset);
      pages.addAll(await(reader.list(Workshop.LISTING, page)).rows());
    }

    assertThat(pages).isEqualTo(whole);
  }

  @Provide
  Arbitrary<Integer> sizes() {
    return Arbitraries.integers().between(7, 30);
  }

  @Provide
  Arbitrary<JsonObject> queries() {
    Map<String, Arbitrary<Object>> parameters =
        Map.ofEntries(
            Map.entry("name", filter(NAMES, List.of("lt", "gte", "contains", "starts_with"))),
            Map.entry("code", filter(codes(), List.of("contains", "starts_with", "ends_with"))),
            Map.entry("weight", filter(NUMBERS, List.of("lt", "gt", "lte", "gte"))),
            Map.entry("uses", filter(NUMBERS, List.of("lt", "gt", "lte", "gte"))),
            Map.entry("price", filter(NUMBERS, List.of("lt", "gt", "lte", "gte"))),
            Map.entry("sharp", oneOrSeveral(List.of(true, false, "true"))),
            Map.entry("maker_id", filter(MAKERS, List.of("gt"))),
            Map.entry("created_at", operators(List.copyOf(TIMES.keySet()), comparisons())),
            Map.entry("deleted_at", operators(List.copyOf(TIMES.keySet()), comparisons())),
            Map.entry(
                "q",
                Arbitraries.of("a", "B", "%", "_", "\\", "x", "", " ").map(Object.class::cast)),
            Map.entry("order", orders()),
            Map.entry("limit", Arbitraries.integers().between(0, 30).map(Object.class::cast)),
            Map.entry("offset", Arbitraries.integers().between(0, 20).map(Object.class::cast)),
            Map.entry("fields", names("name", "code", "metadata", "maker_id", "created_at")),
            Map.entry("expand", names("maker", "parts")));
    List<String> names = List.copyOf(parameters.keySet());
    // Few filters together, or nothing would ever be found.
    return Combinators.combine(
            names.stream().map(name -> parameters.get(name).injectNull(0.8)).toList())
        .as(values -> query(names, values));
  }

  private static JsonObject query(List<String> names, List<@Nullable Object> values) {
    JsonObject query = new JsonObject();
    for (int i = 0; i < names.size(); i++) {
      if (values.get(i) != null) {
        query.put(names.get(i), values.get(i));
      }
    }
    return query;
  }

  private static List<Object> codes() {
    List<Object> codes = new ArrayList<>(CODES);
    codes.add("null");
    return codes;
  }

  private static List<String> comparisons() {
    return List.of("lt", "gt", "lte", "gte");
  }

  private static Arbitrary<Object> filter(List<?> values, List<String> operators) {
    return Arbitraries.oneOf(oneOrSeveral(values), operators(values, operators));
  }

  private static Arbitrary<Object> oneOrSeveral(List<?> values) {
    List<Object> all = new ArrayList<>(values);
    all.add("null");
    Arbitrary<Object> one = Arbitraries.of(all);
    Arbitrary<Object> several = one.list().ofMaxSize(3).map(JsonArray::new);
    Arbitrary<Object> joined =
        one.list()
            .ofMinSize(1)
            .ofMaxSize(3)
            .map(list -> list.stream().map(Object::toString).collect(Collectors.joining(",")))
            .map(text -> new JsonArray().add(text));
    return Arbitraries.oneOf(one, several, joined);
  }

  private static Arbitrary<Object> operators(List<?> values, List<String> operators) {
    return Arbitraries.maps(Arbitraries.of(operators), Arbitraries.of(values))
        .ofMinSize(1)
        .ofMaxSize(2)
        .map(chosen -> {
          JsonObject comparison = new JsonObject();
          chosen.forEach(comparison::put);
          return comparison;
        });
  }

  private static Arbitrary<Object> orders() {
    return Combinators.combine(
            Arbitraries.of("", "-"),
            Arbitraries.of(
                "id", "created_at", "name", "weight", "uses", "price", "sharp", "maker.name"))
        .as((sign, field) -> sign + field);
  }

  private static Arbitrary<Object> names(String... names) {
    return Arbitraries.of(names).set().map(chosen -> String.join(",", chosen));
  }

  /** Stores a row in the database and returns it in wire form. */
  private static JsonObject store(int number, Random random) {
    JsonObject row = new JsonObject();
    row.put("id", "tool_%03d".formatted((number * 37) % ROWS));
    row.put("created_at", wire(MOMENTS.get(random.nextInt(MOMENTS.size()))));
    row.put("updated_at", row.getString("created_at"));
    Instant deleted = random.nextInt(5) == 0 ? MOMENTS.get(random.nextInt(5)) : null;
    row.put("deleted_at", deleted == null ? null : wire(deleted));
    row.put("name", NAMES.get(random.nextInt(NAMES.size())));
    row.put("code", random.nextInt(4) == 0 ? null : CODES.get(random.nextInt(CODES.size())));
    row.put("weight", random.nextInt(4) == 0 ? null : random.nextInt(4));
    row.put("uses", random.nextInt(4) == 0 ? null : random.nextLong(3) * 1_000_000_000_000L);
    row.put("price", random.nextInt(4) == 0 ? null : price(random));
    row.put("sharp", random.nextInt(3) == 0 ? null : random.nextBoolean());
    row.put("metadata", random.nextInt(3) == 0 ? null : new JsonObject().put("n", number));
    row.put("maker_id", random.nextInt(4) == 0 ? null : MAKERS.get(random.nextInt(3)));
    insert(row);
    row.put("parts", parts(row.getString("id"), random.nextInt(3)));
    return row.put("maker", maker(row.getString("maker_id")));
  }

  private static Object price(Random random) {
    int tenths = random.nextInt(7) * 5;
    return tenths % 10 == 0 ? (Object) (long) (tenths / 10) : BigDecimal.valueOf(tenths, 1);
  }

  private static @Nullable JsonObject maker(@Nullable String id) {
    return switch (id) {
      case "m1" -> new JsonObject().put("id", "m1").put("name", "bo").putNull("deleted_at");
      case "m2" -> new JsonObject().put("id", "m2").put("name", "ada").putNull("deleted_at");
      case null, default -> null;
    };
  }

  private static JsonArray parts(String toolId, int count) {
    JsonArray parts = new JsonArray();
    for (int i = 0; i < count; i++) {
      String id = toolId + "_" + i;
      workshop.sql("INSERT INTO part (id, tool_id, name) VALUES ($1, $2, 'p')", id, toolId);
      parts.add(new JsonObject().put("id", id).put("tool_id", toolId).put("name", "p"));
    }
    return parts;
  }

  private static void insert(JsonObject row) {
    List<Object> values = new ArrayList<>();
    List<String> names = new ArrayList<>();
    row.forEach(member -> {
      names.add(member.getKey());
      values.add(Workshop.TOOL.requireColumn(member.getKey()).bind(member.getValue()));
    });
    String places =
        IntStream.rangeClosed(1, names.size())
            .mapToObj(i -> "$" + i)
            .collect(Collectors.joining(", "));
    workshop.sql(
        "INSERT INTO tool (%s) VALUES (%s)".formatted(String.join(", ", names), places),
        values.toArray());
  }

  private static String wire(Instant time) {
    return Timestamps.format(time);
  }
}
