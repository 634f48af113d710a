package dev.tradewind.kernel.resource;

import static dev.tradewind.testing.Futures.await;
import static dev.tradewind.testing.Futures.failure;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.kernel.audit.AuditEntry;
import dev.tradewind.kernel.database.ConstraintViolations;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.resource.read.ResourceReader;
import dev.tradewind.kernel.resource.write.ResourceWriter;
import dev.tradewind.kernel.resource.write.RowChange;
import dev.tradewind.kernel.text.Ids;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResourceWriterIT {

  private static final Instant NOW = Instant.parse("2024-05-01T10:00:00.123Z");
  private static final Instant LATER = NOW.plusSeconds(60);
  private static final Selection WHOLE = Selection.of(Workshop.TOOL).with("parts");
  private static final ResourceWriter WRITER = new ResourceWriter(Workshop.TOOL);

  private static Workshop workshop;

  @BeforeAll
  static void open() {
    workshop = new Workshop();
    workshop.sql("INSERT INTO maker (id, name) VALUES ('m1', 'Ada')");
  }

  @AfterAll
  static void close() {
    workshop.close();
  }

  @Test
  void aNewRowIsAnsweredAsTheWireShowsIt() {
    JsonObject values =
        new JsonObject(
            """
            {
              "id": "w1", "name": "saw", "code": "s-1", "weight": 3, "uses": 5000000000,
              "price": 12.50, "sharp": true, "metadata": {"a": ""}, "maker_id": "m1"
            }
            """);

    int statements =
        workshop.statementsSince(() ->
            assertThat(insert(values))
                .isEqualTo(
                    new JsonObject(
                        """
                        {
                          "id": "w1", "created_at": "2024-05-01T10:00:00.123Z",
                          "updated_at": "2024-05-01T10:00:00.123Z", "deleted_at": null, "name": "saw",
                          "code": "s-1", "weight": 3, "uses": 5000000000, "price": 12.5, "sharp": true,
                          "metadata": {"a": ""}, "maker_id": "m1", "parts": []
                        }
                        """)));

    assertThat(statements).as("the write, and its one relation").isEqualTo(2);
    assertThat(versions("w1")).containsExactly(1L);
  }

  @Test
  void aChangeRaisesTheVersionAndPublishesIt() {
    String id = newTool();

    JsonObject changed =
        await(update(id, new JsonObject().put("name", "axe").putNull("weight"))).orElseThrow();

    assertThat(changed.getString("name")).isEqualTo("axe");
    assertThat(changed.getValue("weight")).isNull();
    assertThat(changed.getString("created_at")).isEqualTo("2024-05-01T10:00:00.123Z");
    assertThat(changed.getString("updated_at")).isEqualTo("2024-05-01T10:01:00.123Z");
    assertThat(versions(id)).containsExactly(1L, 2L);
  }

  @Test
  void aChangeOfDependentRowsIsPublishedEvenIfTheRowIsUnchanged() {
    String id = newTool();

    assertThat(await(change(id, new JsonObject()))).isTrue();
    assertThat(await(change(id, metadata(new JsonObject())))).isTrue();
    assertThat(await(change(id, new JsonObject().put("name", "axe")))).isTrue();

    assertThat(versions(id)).containsExactly(1L, 2L, 3L, 4L);
    assertThat(await(update(id, new JsonObject())).orElseThrow().getString("name"))
        .isEqualTo("axe");
    assertThat(await(change("none", new JsonObject()))).isFalse();
  }

  @Test
  void anAuditedColumnIsRecordedWithItsValuesBeforeAndAfter() {
    String id = newTool();
    List<Future<Optional<JsonObject>>> changes =
        IntStream.rangeClosed(2, 21)
            .mapToObj(weight -> audited(id, new JsonObject().put("weight", weight)))
            .toList();
    changes.forEach(change -> await(change));
    await(audited(id, new JsonObject().put("name", "axe")));
    JsonObject last =
        await(workshop.pool.query("SELECT weight FROM tool WHERE id = '" + id + "'").execute())
            .iterator()
            .next()
            .toJson();
    await(audited(id, last));

    List<Row> entries =
        await(
                workshop
                    .pool
                    .preparedQuery(
                        "SELECT before, after FROM audit_entry WHERE subject = $1 ORDER BY sequence")
                    .execute(Tuple.of(id)))
            .stream()
            .toList();
    assertThat(entries).as("a change of other columns, or to the same value, is none").hasSize(20);
    for (int i = 1; i < entries.size(); i++) {
      assertThat(entries.get(i).getJson("before")).isEqualTo(entries.get(i - 1).getJson("after"));
    }
    assertThat(entries.getLast().getJson("after")).isEqualTo(last);
  }

  private static Future<Optional<JsonObject>> audited(String id, JsonObject values) {
    Event entry =
        new AuditEntry("change", id)
            .event(CallContext.system(Clock.systemUTC(), Duration.ofMinutes(1)), LATER);
    return WRITER.update(
        workshop.pool, WHOLE, id, new RowChange(LATER, values, List.of()).audited(entry, "weight"));
  }

  private static Future<Boolean> change(String id, JsonObject values) {
    return WRITER.change(workshop.counted, id, new RowChange(LATER, values, events(id)));
  }

  @Test
  void aRowIsDeletedOnlyWhereItMeetsTheCondition() {
    String id = newTool();
    List<Event> events = events(id);

    assertThat(
            await(
                WRITER.delete(workshop.counted, id, LATER, events, "t.name = 'a' OR t.name = 'b'")))
        .isFalse();
    assertThat(versions(id)).containsExactly(1L);
    assertThat(await(WRITER.delete(workshop.counted, id, LATER, events, "t.id IS NOT NULL")))
        .isTrue();
    assertThat(versions(id)).containsExactly(1L, 2L);
  }

  @Test
  void nothingToChangeWritesNothing() {
    String id = newTool();

    JsonObject same = await(update(id, new JsonObject())).orElseThrow();
    JsonObject sameAgain = await(update(id, metadata(null))).orElseThrow();
    await(update(id, metadata(new JsonObject())));

    assertThat(same).isEqualTo(sameAgain);
    assertThat(same.getString("updated_at")).isEqualTo("2024-05-01T10:00:00.123Z");
    assertThat(versions(id)).containsExactly(1L);
    assertThat(await(update("none", new JsonObject()))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      quoteCharacter = '~',
      value = {
        "-                          | {\"a\": 1}                | {\"a\": 1}",
        "-                          | {\"a\": \"\"}             | {}",
        "{\"a\": 1, \"b\": 2}       | {\"b\": 3, \"c\": 4}      | {\"a\": 1, \"b\": 3, \"c\": 4}",
        "{\"a\": 1, \"b\": 2}       | {\"a\": \"\"}             | {\"b\": 2}",
        "{\"a\": 1}                 | {\"none\": \"\"}          | {\"a\": 1}",
        "{\"a\": {\"x\": 1}}        | {\"a\": {\"y\": 2}}       | {\"a\": {\"y\": 2}}",
        "{\"a\": 1}                 | {\"a\": null, \"b\": []}  | {\"a\": null, \"b\": []}",
        "{\"a\": 1}                 | {}                        | {\"a\": 1}",
        "{\"a\": 1}                 | -                         | {\"a\": 1}",
        "{\"a\": {\"x\": \"\"}}     | {\"b\": {\"x\": \"\"}}    | {\"a\": {\"x\": \"\"}, \"b\":"
            + " {\"x\": \"\"}}",
      })
  void metadataIsMergedKeyByKey(String before, String given, String after) {
    String id = Ids.ulid();
    insert(tool(id).put("metadata", object(before)));

    JsonObject changed = await(update(id, metadata(object(given)))).orElseThrow();

    assertThat(changed.getJsonObject("metadata")).isEqualTo(object(after));
  }

  @Test
  void writersAtTheSameTimeLoseNothing() {
    String id = newTool();

    List<Future<Object>> writers =
        IntStream.range(0, 40)
            .mapToObj(i -> update(id, metadata(new JsonObject().put("k" + i, i))))
            .map(future -> future.map(found -> (Object) found.isPresent()))
            .toList();
    await(Future.all(writers));

    JsonObject merged = await(new ResourceReader(workshop.pool).find(WHOLE, id)).orElseThrow();
    assertThat(merged.getJsonObject("metadata")).hasSize(40);
    assertThat(versions(id))
        .containsExactlyElementsOf(LongStream.rangeClosed(1, 41).boxed().toList());
  }

  @Test
  void deletedRowsAreGoneOnce() {
    String id = newTool();

    assertThat(await(WRITER.delete(workshop.pool, id, LATER, events(id)))).isTrue();
    assertThat(await(WRITER.delete(workshop.pool, id, LATER, events(id)))).isFalse();

    assertThat(await(update(id, new JsonObject().put("name", "x")))).isEmpty();
    assertThat(versions(id)).containsExactly(1L, 2L);
  }

  @Test
  void aUniqueValueIsADuplicateUntilItsRowIsDeleted() {
    String first = newTool("taken (=)");
    String other = newTool("free");

    Problem problem = refusal(update(other, new JsonObject().put("code", "taken (=)")));

    assertThat(problem)
        .isEqualTo(Problem.duplicate("Tool with code, maker_id taken  , m1 already exists."));
    assertThat(problem.body().getString("code")).isEqualTo("invalid_request_error");
    assertThat(versions(other)).as("a refused write tells nothing").containsExactly(1L);
    await(WRITER.delete(workshop.pool, first, LATER, List.of()));
    assertThat(await(update(other, new JsonObject().put("code", "taken (=)")))).isPresent();
  }

  @Test
  void constraintViolationsBecomeProblems() {
    String id = newTool();

    assertThat(refusal(update(id, new JsonObject().put("maker_id", "m_none"))))
        .isEqualTo(Problem.notFound("Maker with maker_id m_none does not exist."));
    assertThat(refusal(update(id, new JsonObject().putNull("name"))))
        .isEqualTo(
            Problem.invalidData("Can't insert null value in field name on insert in table tool"));
    assertThat(refusal(update(id, new JsonObject().put("code", noise(20_000)))))
        .isEqualTo(Problem.invalidData("A value is too long"));
    assertThat(refusal(update(id, new JsonObject().put("weight", 5_000_000_000L))))
        .isEqualTo(Problem.invalidData("weight must be an integer number"));
    assertThat(
            refusal(
                ConstraintViolations.mapped(
                    workshop.pool.query("DELETE FROM maker WHERE id = 'm1'").execute())))
        .isEqualTo(
            Problem.notAllowed("It cannot be deleted or changed while a tool refers to it.", null));
    String absent = "a\u2028b\nc";
    assertThat(
            refusal(
                ConstraintViolations.mapped(
                    workshop
                        .pool
                        .preparedQuery("UPDATE tool SET maker_id = $1 WHERE id = $2")
                        .execute(Tuple.of(absent, newTool())))))
        .isEqualTo(Problem.notFound("Maker with maker_id " + absent + " does not exist."));
  }

  private static Problem refusal(Future<?> write) {
    assertThat(failure(write)).isInstanceOf(Problem.class);
    return ((Problem) failure(write));
  }

  private static String newTool() {
    return newTool(Ids.ulid());
  }

  private static String newTool(String code) {
    String id = Ids.ulid();
    insert(tool(id).put("code", code).put("maker_id", "m1").put("weight", 1));
    return id;
  }

  private static JsonObject tool(String id) {
    return new JsonObject().put("id", id).put("name", "hammer");
  }

  private static JsonObject metadata(JsonObject metadata) {
    return new JsonObject().put("metadata", metadata);
  }

  private static JsonObject object(String text) {
    return text == null ? null : new JsonObject(text);
  }

  private static JsonObject insert(JsonObject values) {
    RowChange write = new RowChange(NOW, values, events(values.getString("id")));
    return await(WRITER.insert(workshop.counted, WHOLE, write));
  }

  private static Future<Optional<JsonObject>> update(String id, JsonObject values) {
    return Future.succeededFuture()
        .compose(start ->
            WRITER.update(workshop.pool, WHOLE, id, new RowChange(LATER, values, events(id))));
  }

  private static List<Event> events(String id) {
    CallContext context = CallContext.system(Clock.systemUTC(), Duration.ofMinutes(1));
    return List.of(
        Event.of(context, NOW, "tools", "tool.changed", id, 0, new JsonObject().put("id", id)));
  }

  /** The versions of the published events, in order. */
  private static List<Long> versions(String id) {
    return workshop
        .sql("SELECT aggregate_version FROM outbox WHERE subject = $1 ORDER BY id", id)
        .stream()
        .map((Row row) -> row.getLong(0))
        .toList();
  }

  /** A text that does not compress. */
  private static String noise(int length) {
    RandomGenerator random = RandomGenerator.of("L64X128MixRandom");
    return random
        .ints(length, 'a', 'z')
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }
}
