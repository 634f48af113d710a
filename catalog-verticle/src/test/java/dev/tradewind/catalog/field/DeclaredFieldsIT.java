package dev.tradewind.catalog.field;

import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.catalog.TestCatalog;
import dev.tradewind.kernel.operation.Reply;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Declaration of fields, the report about stored rows, and the rule for the rows of a table. */
class DeclaredFieldsIT {

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

  private static JsonObject field(String name, String type) {
    return new JsonObject().put("resource", "collection").put("name", name).put("type", type);
  }

  private JsonObject declare(JsonObject field) {
    Reply reply = catalog.write("adminDeclareField", NOTHING, field);
    assertThat(reply.status()).as(reply.body().toString()).isEqualTo(200);
    return reply.body().toJsonObject();
  }

  private Reply create(JsonObject metadata) {
    return catalog.write("adminCreateCollection", NOTHING, collection(metadata));
  }

  private static JsonObject collection(JsonObject metadata) {
    return new JsonObject()
        .put("title", "Collection")
        .put("handle", "handle-" + System.nanoTime())
        .put("metadata", metadata);
  }

  private static JsonObject metadata(Reply reply) {
    assertThat(reply.status()).as(reply.body().toString()).isEqualTo(200);
    return reply.body().toJsonObject().getJsonObject("collection").getJsonObject("metadata");
  }

  private static String id(Reply reply) {
    return reply.body().toJsonObject().getJsonObject("collection").getString("id");
  }

  private static String refusal(Reply reply) {
    return reply.status() + " " + reply.body().toJsonObject().getString("message");
  }

  private Reply update(String id, JsonObject metadata) {
    return catalog.write(
        "adminUpdateCollection",
        new JsonObject().put("id", id),
        new JsonObject().put("metadata", metadata));
  }

  private long triggers() {
    return catalog
        .sql("SELECT count(*) FROM pg_trigger WHERE tgname = 'declared_collection'")
        .iterator()
        .next()
        .getLong(0);
  }

  @Test
  void aTriggerExistsOnlyWhileAFieldIsDeclared() {
    assertThat(triggers()).isZero();
    declare(field("season", "text"));
    assertThat(triggers()).isEqualTo(1);

    Reply removed =
        catalog.write("adminRemoveField", new JsonObject().put("id", "collection.season"), NOTHING);

    assertThat(removed.body().toJsonObject())
        .isEqualTo(
            new JsonObject()
                .put("id", "collection.season")
                .put("object", "field")
                .put("deleted", true));
    assertThat(triggers()).isZero();
    assertThat(create(new JsonObject().put("season", 5)).status()).isEqualTo(200);
  }

  @Test
  void storedRowsThatContradictAreReportedBeforeAnythingIsDeclared() {
    String number = id(create(new JsonObject().put("season", 5)));
    create(new JsonObject().put("season", "winter"));

    JsonObject dry = declare(field("season", "text").put("dry_run", true));
    Reply refused = catalog.write("adminDeclareField", NOTHING, field("season", "text"));

    assertThat(dry)
        .isEqualTo(
            new JsonObject()
                .putNull("field")
                .put(
                    "report",
                    new JsonObject()
                        .put("count", 1)
                        .put(
                            "first",
                            new JsonArray()
                                .add(
                                    new JsonObject()
                                        .put("id", number)
                                        .put("error", "metadata.season must be a text")))));
    assertThat(refusal(refused)).isEqualTo("422 1 stored rows contradict the declaration");
    assertThat(refused.body().toString())
        .contains(number + ": metadata.season must be a text", "field_contradicted");
    assertThat(triggers()).isZero();
  }

  @Test
  void aRequiredFieldIsRefusedWhileRowsLackItAndThenHolds() {
    String without = id(create(NOTHING));
    assertThat(refusal(catalog.write("adminDeclareField", NOTHING, required()))).startsWith("422");
    catalog.sql("UPDATE product_collection SET metadata = '{\"season\": \"all\"}'");
    declare(required());

    assertThat(refusal(create(NOTHING))).isEqualTo("400 metadata.season is required");
    assertThat(refusal(create(new JsonObject().putNull("season"))))
        .isEqualTo("400 metadata.season is required");
    assertThat(refusal(update(without, new JsonObject().put("season", ""))))
        .isEqualTo("400 metadata.season is required");
    assertThat(metadata(update(without, new JsonObject().put("other", 1))))
        .isEqualTo(new JsonObject().put("season", "all").put("other", 1));
  }

  private static JsonObject required() {
    return field("season", "text").put("required", true);
  }

  @Test
  void aDefaultIsSetForANewRowThatNamesNone() {
    declare(field("season", "text").put("default", "all"));
    declare(
        field("buyer", "text")
            .put("default", "anna")
            .put("staff_only", true)
            .put("required", true));

    assertThat(metadata(create(NOTHING)))
        .isEqualTo(
            new JsonObject()
                .put("season", "all")
                .put("_staff", new JsonObject().put("buyer", "anna")));
    JsonObject other =
        new JsonObject()
            .put("season", "winter")
            .put("_staff", new JsonObject().put("buyer", "bert"));
    assertThat(metadata(create(other))).isEqualTo(other);
  }

  @Test
  void aDefaultHasTheTypeOfItsField() {
    Reply refused =
        catalog.write("adminDeclareField", NOTHING, field("pages", "number").put("default", "x"));

    assertThat(refusal(refused)).isEqualTo("400 default must be a number");
  }

  @Test
  void aMemberOfStaffThatIsNoObjectIsRefused() {
    declare(field("buyer", "text").put("staff_only", true));

    assertThat(refusal(create(new JsonObject().put("_staff", "x"))))
        .isEqualTo("400 metadata._staff must be an object");
    assertThat(refusal(create(new JsonObject().put("_staff", new JsonObject().put("buyer", 1)))))
        .isEqualTo("400 metadata._staff.buyer must be a text");
    assertThat(create(new JsonObject().putNull("_staff")).status()).isEqualTo(200);
  }

  @Test
  void aChangeNamesTheVersionAndIsChecked() {
    JsonObject declared = declare(field("season", "text")).getJsonObject("field");
    create(new JsonObject().put("season", "winter"));
    JsonObject path = new JsonObject().put("id", "collection.season");

    Reply narrowed =
        catalog.write(
            "adminUpdateField",
            path,
            new JsonObject()
                .put("version", 1)
                .put("type", "enum")
                .put("values", new JsonArray().add("summer")));
    Reply changed =
        catalog.write(
            "adminUpdateField",
            path,
            new JsonObject()
                .put("version", 1)
                .put("type", "enum")
                .put("values", new JsonArray().add("winter")));
    Reply stale =
        catalog.write(
            "adminUpdateField",
            path,
            new JsonObject()
                .put("version", 1)
                .put("values", new JsonArray().add("winter").add("summer")));

    assertThat(declared.getString("status")).isEqualTo("active");
    assertThat(narrowed.status()).isEqualTo(422);
    assertThat(changed.body().toJsonObject().getJsonObject("field").getLong("version"))
        .isEqualTo(2);
    assertThat(stale.status()).isEqualTo(409);
    assertThat(refusal(create(new JsonObject().put("season", "summer"))))
        .isEqualTo("400 metadata.season must be one of: winter");
  }

  @Test
  void aResourceHasFiftyFields() {
    List<Future<Reply>> declared =
        IntStream.range(0, 52)
            .mapToObj(each ->
                catalog.send("adminDeclareField", NOTHING, NOTHING, field("f_" + each, "text")))
            .toList();

    List<Reply> replies = await(Future.all(declared)).list();

    assertThat(replies.stream().filter(reply -> reply.status() == 200)).hasSize(50);
    assertThat(replies.stream().filter(reply -> reply.status() != 200))
        .extracting(DeclaredFieldsIT::refusal)
        .containsOnly("400 A resource has at most 50 declared fields");
  }

  @Test
  void aDeclarationIsAnAuditedSetting() {
    declare(field("season", "text"));

    assertThat(
            catalog
                .sql(
                    "SELECT action || ' ' || (after ->> 'type') FROM audit_entry WHERE subject = 'collection.season'")
                .iterator()
                .next()
                .getString(0))
        .isEqualTo("setting_change text");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"resource\":\"cart\",\"name\":\"a\",\"type\":\"text\",\"required\":true} | default is missing: shoppers create a cart without the required field",
        "{\"resource\":\"customer\",\"name\":\"a\",\"type\":\"text\",\"required\":true} | default is missing: shoppers create a customer without the required field",
        "{\"resource\":\"line_item\",\"name\":\"a\",\"type\":\"text\",\"unique\":true} | unique is not for resources without a list: line_item",
        "{\"resource\":\"cart\",\"name\":\"a\",\"type\":\"text\",\"searchable\":true} | searchable is not for resources without a list: cart",
        "{\"resource\":\"product\",\"name\":\"a\",\"type\":\"list\",\"unique\":true} | unique is not for fields of type list",
        "{\"resource\":\"product\",\"name\":\"a\",\"type\":\"text\",\"unique\":true,\"default\":\"x\"} | default is not for a unique field",
        "{\"resource\":\"product\",\"name\":\"a\",\"type\":\"enum\"} | values is missing for a field of type enum",
        "{\"resource\":\"product\",\"name\":\"a\",\"type\":\"enum\",\"values\":[\"x\",\"x\"]} | values must not repeat a value",
        "{\"resource\":\"product\",\"name\":\"a\",\"type\":\"text\",\"values\":[\"x\"]} | values is for fields of type enum or list",
        "{\"resource\":\"product\",\"name\":\"a\",\"type\":\"money\"} | currency_code is missing for a field of this type",
        "{\"resource\":\"product\",\"name\":\"a\",\"type\":\"text\",\"references\":\"cart\"} | references is not for fields of this type",
        "{\"resource\":\"product\",\"name\":\"a\",\"type\":\"reference\",\"references\":\"cart\"} | references is not for resources without a list: cart",
        "{\"resource\":\"product\",\"name\":\"_staff\",\"type\":\"text\"} | name must be of a-z, 0-9 and _, begin with a letter, and have at most 32 characters",
      })
  void aDeclarationThatContradictsItselfIsRefused(String body, String message) {
    assertThat(refusal(catalog.write("adminDeclareField", NOTHING, new JsonObject(body))))
        .isEqualTo("400 " + message);
  }

  /** A write that began before the declaration either is checked, or seen by the report. */
  @Test
  void noContradictingRowSlipsInBesideADeclaration() {
    for (int round = 0; round < 5; round++) {
      String name = "season_" + round;
      List<Future<Reply>> writes =
          IntStream.range(0, 8)
              .mapToObj(each ->
                  catalog.send(
                      "adminCreateCollection",
                      NOTHING,
                      NOTHING,
                      collection(new JsonObject().put(name, 5))))
              .toList();
      Reply declared = catalog.write("adminDeclareField", NOTHING, field(name, "text"));
      await(Future.join(writes).transform(done -> Future.succeededFuture()));

      long stored =
          catalog
              .sql("SELECT count(*) FROM product_collection WHERE metadata -> $1::text = '5'", name)
              .iterator()
              .next()
              .getLong(0);
      assertThat(stored == 0 || declared.status() == 422)
          .as("%s rows stored, declaration: %s", stored, refusal(declared))
          .isTrue();
    }
  }
}
