package dev.tradewind.catalog.field;

import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.catalog.TestCatalog;
import dev.tradewind.kernel.field.FieldIndexStore;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.testing.Eventually;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Indexes of declared fields, and the values that they keep unique. */
class FieldIndexesIT {

  private static final JsonObject NOTHING = new JsonObject();

  private TestCatalog catalog;

  @BeforeEach
  void open() {
    catalog = TestCatalog.withDemoShop();
  }

  @AfterEach
  void close() {
    catalog.close();
  }

  private void declare(String name, String type, String property) {
    Reply reply =
        catalog.write(
            "adminDeclareField",
            NOTHING,
            new JsonObject()
                .put("resource", "collection")
                .put("name", name)
                .put("type", type)
                .put(property, true));
    assertThat(reply.status()).as(reply.body().toString()).isEqualTo(200);
  }

  private Future<Reply> create(JsonObject metadata) {
    return catalog.send(
        "adminCreateCollection",
        NOTHING,
        NOTHING,
        new JsonObject()
            .put("title", "Collection")
            .put("handle", "handle-" + System.nanoTime())
            .put("metadata", metadata));
  }

  private JsonObject field(String id) {
    return catalog
        .ask("adminGetField", new JsonObject().put("id", id), NOTHING)
        .body()
        .toJsonObject()
        .getJsonObject("field");
  }

  /** Works until then; the work that the declaration has started may have the lock. */
  private void workUntil(BooleanSupplier isDone) {
    Eventually.until(() -> {
      await(new FieldIndexStore(catalog.pool).run());
      return isDone.getAsBoolean();
    });
  }

  private void awaitIndex(String id, String status) {
    workUntil(() -> field(id).getString("index_status").equals(status));
  }

  @Test
  void ofConcurrentWritesOfAUniqueValueOneIsStored() {
    declare("code", "text", "unique");
    awaitIndex("collection.code", "ready");

    List<Future<Reply>> writes =
        IntStream.range(0, 10)
            .mapToObj(each -> create(new JsonObject().put("code", "A1")))
            .toList();
    List<Reply> replies = await(Future.all(writes)).list();

    assertThat(replies.stream().filter(reply -> reply.status() == 200)).hasSize(1);
    assertThat(replies.stream().filter(reply -> reply.status() != 200))
        .allSatisfy(reply -> {
          assertThat(reply.status()).isEqualTo(400);
          assertThat(reply.body().toJsonObject().getString("message"))
              .isEqualTo("metadata.code is taken");
        });
  }

  @Test
  void noValueIsNotAUniqueOne() {
    declare("code", "text", "unique");
    declare("number", "number", "unique");
    awaitIndex("collection.code", "ready");
    awaitIndex("collection.number", "ready");

    for (JsonObject metadata :
        List.of(
            NOTHING,
            NOTHING,
            new JsonObject().putNull("code").putNull("number"),
            new JsonObject().putNull("code").putNull("number"),
            new JsonObject().put("code", "").put("number", ""),
            new JsonObject().put("code", "").put("number", ""))) {
      assertThat(await(create(metadata)).status()).isEqualTo(200);
    }
  }

  @Test
  void numbersAreEqualByTheirValue() {
    declare("number", "number", "unique");
    awaitIndex("collection.number", "ready");

    assertThat(await(create(new JsonObject().put("number", 5))).status()).isEqualTo(200);
    assertThat(await(create(new JsonObject().put("number", "5.0"))).status()).isEqualTo(400);
  }

  @Test
  void anIndexThatCannotBeBuiltKeepsNoOtherWaiting() {
    declare("code", "text", "searchable");
    awaitIndex("collection.code", "ready");
    await(create(new JsonObject().put("code", "A1")));
    await(create(new JsonObject().put("code", "A1")));
    // As if the second row had been written beside the check.
    catalog.sql(
        """
        UPDATE declared_field
        SET is_unique = true, version = version + 1, index_due_at = '-infinity'
        WHERE id = 'collection.code'
        """);
    declare("other", "number", "searchable");

    awaitIndex("collection.other", "ready");
    awaitIndex("collection.code", "failed");

    assertThat(field("collection.code").getString("index_error"))
        .isEqualTo("Stored rows have the same value: a check of the field lists them");
    catalog.sql(
        """
        UPDATE product_collection
        SET metadata = '{}'
        WHERE id = (SELECT min(id) FROM product_collection WHERE metadata ->> 'code' = 'A1')
        """);
    catalog.sql("UPDATE declared_field SET index_due_at = now()");
    awaitIndex("collection.code", "ready");
    assertThat(field("collection.code").getString("index_error")).isNull();
  }

  /** Values of each type are found by the index, and sorted from it. */
  @ParameterizedTest
  @CsvSource({
    "text, unique, a, = 'a'",
    "text, searchable, a, = 'a'",
    "number, searchable, 5, = 5",
    "date, searchable, 2026-12-24, = 'a'",
    "boolean, searchable, true, = 'a'"
  })
  void listsAreReadFromTheIndex(String type, String property, String value, String condition) {
    declare("code", type, property);
    awaitIndex("collection.code", "ready");
    assertThat(await(create(new JsonObject().put("code", value))).status()).isEqualTo(200);
    assertThat(await(create(NOTHING)).status()).isEqualTo(200);

    assertThat(found(value)).isEqualTo(1);
    String expression =
        catalog.id(
            "SELECT declared_expression(f, 't.') FROM declared_field AS f WHERE id = $1",
            "collection.code");
    StringBuilder plan = new StringBuilder();
    catalog
        .sql(
            "EXPLAIN SELECT * FROM product_collection AS t WHERE t.deleted_at IS NULL AND "
                + expression
                + condition)
        .forEach(row -> plan.append(row.getString(0)).append('\n'));
    assertThat(plan.toString()).contains("declared_field_code_");
  }

  @Test
  void aListIsFoundByOneOfItsTexts() {
    declare("code", "list", "searchable");
    awaitIndex("collection.code", "ready");
    await(create(new JsonObject().put("code", new JsonArray().add("a").add("b"))));
    await(create(new JsonObject().put("code", new JsonArray())));

    assertThat(found("b")).isEqualTo(1);
    assertThat(found("c")).isZero();
  }

  private int found(String value) {
    Reply reply =
        catalog.ask(
            "adminListCollections",
            NOTHING,
            new JsonObject().put("metadata", new JsonObject().put("code", value)));
    assertThat(reply.status()).as(reply.body().toString()).isEqualTo(200);
    return reply.body().toJsonObject().getInteger("count");
  }

  @Test
  void anIndexIsDroppedWithItsField() {
    declare("code", "text", "unique");
    awaitIndex("collection.code", "ready");
    catalog.write("adminRemoveField", new JsonObject().put("id", "collection.code"), NOTHING);

    workUntil(() -> indexes() == 0);
  }

  private long indexes() {
    return catalog
        .sql("SELECT count(*) FROM pg_class WHERE relname ~ '^declared_field_code_[0-9a-f]{8}$'")
        .iterator()
        .next()
        .getLong(0);
  }
}
