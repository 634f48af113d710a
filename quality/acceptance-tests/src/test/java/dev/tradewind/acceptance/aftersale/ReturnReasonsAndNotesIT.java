package dev.tradewind.acceptance.aftersale;

import static dev.tradewind.acceptance.StaffClient.assertRefused;
import static dev.tradewind.acceptance.StaffClient.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.StaffClient;
import dev.tradewind.api.event.Topics;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.testing.RecordedAnswers;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Return reasons and notes over HTTP. */
class ReturnReasonsAndNotesIT {

  private static Shop shop;
  private static StaffClient staff;

  private final String suffix = Ids.ulid();

  @BeforeAll
  static void open() {
    shop = Shop.shared();
    staff = new StaffClient(shop);
  }

  @Test
  void reasonsHaveTwoLevels() {
    JsonObject parent = newReason("damaged", null);
    JsonObject child = newReason("broken", parent.getString("id"));

    assertThat(child.getJsonObject("parent_return_reason").getString("id"))
        .isEqualTo(parent.getString("id"));
    assertThat(child.getJsonArray("return_reason_children")).isEmpty();
    assertThat(shown(parent).getJsonArray("return_reason_children"))
        .extracting(one -> ((JsonObject) one).getString("id"))
        .containsExactly(child.getString("id"));
    assertThat(ids(staff.get("/admin/return-reasons")))
        .contains(parent.getString("id"))
        .doesNotContain(child.getString("id"));
    assertThat(shop.storefront().get("/store/return-reasons").body())
        .isEqualTo(staff.get("/admin/return-reasons"));
    assertThat(shop.storefront().get("/store/return-reasons/" + child.getString("id")).body())
        .isEqualTo(staff.get("/admin/return-reasons/" + child.getString("id")));
    assertRefused(
        staff.tryPost(
            "/admin/return-reasons",
            "{'value': 'x%s', 'label': '', 'parent_return_reason_id': '%s'}",
            suffix,
            child.getString("id")),
        400,
        "invalid_data",
        "Doubly nested return reasons is not supported");
    assertRefused(
        staff.tryPost(
            "/admin/return-reasons",
            "{'value': 'x%s', 'label': '', 'parent_return_reason_id': 'rr_none'}",
            suffix),
        404,
        "not_found",
        "Return Reason with id: rr_none was not found.");
  }

  @Test
  void aValueIsUniqueUntilItsReasonIsDeleted() {
    JsonObject parent = newReason("damaged", null);
    JsonObject child = newReason("broken", parent.getString("id"));
    String taken = "Return_reason with value damaged" + suffix + " already exists.";

    assertRefused(
        staff.tryPost("/admin/return-reasons", "{'value': 'damaged%s', 'label': ''}", suffix),
        422,
        "duplicate_error",
        taken);
    assertRefused(
        staff.tryPost(
            "/admin/return-reasons/" + child.getString("id"), "{'value': 'damaged%s'}", suffix),
        422,
        "duplicate_error",
        taken);

    assertThat(staff.delete("/admin/return-reasons/" + parent.getString("id")))
        .isEqualTo(
            json(
                "{'id': '%s', 'object': 'return_reason', 'deleted': true}",
                parent.getString("id")));
    for (JsonObject gone : List.of(parent, child)) {
      String path = "/admin/return-reasons/" + gone.getString("id");
      String message = "Return Reason with id: " + gone.getString("id") + " was not found.";
      assertRefused(staff.tryGet(path), 404, "not_found", message);
      assertRefused(staff.tryPost(path, "{'label': 'x'}"), 404, "not_found", message);
      assertRefused(staff.tryDelete(path), 404, "not_found", message);
    }
    newReason("damaged", null);
  }

  @Test
  void metadataOfAReasonIsReplaced() {
    JsonObject reason =
        staff
            .post(
                "/admin/return-reasons",
                "{'value': 'm%s', 'label': 'L', 'description': 'D', 'metadata': {'a': 1},"
                    + " 'parent_return_reason_id': ''}",
                suffix)
            .getJsonObject("return_reason");
    assertThat(reason.getJsonObject("metadata")).isEqualTo(json("{'a': 1}"));
    assertThat(reason.getString("parent_return_reason_id")).isNull();
    String path = "/admin/return-reasons/" + reason.getString("id");

    JsonObject changed =
        staff.post(path, "{'label': 'M', 'metadata': {'b': ''}}").getJsonObject("return_reason");

    assertThat(changed.getString("label")).isEqualTo("M");
    assertThat(changed.getString("description")).isEqualTo("D");
    assertThat(changed.getString("value")).isEqualTo("m" + suffix);
    assertThat(changed.getJsonObject("metadata")).isEqualTo(json("{'b': ''}"));
    assertRefused(
        staff.tryPost(path, "{'parent_return_reason_id': 'rr_1'}"),
        400,
        "invalid_data",
        "property parent_return_reason_id should not exist");
  }

  /** A reason below a deleted one would never be shown again. */
  @Test
  void noReasonIsLeftBelowADeletedOne() {
    for (int round = 0; round < 5; round++) {
      String parent = newReason("parent" + round, null).getString("id");
      List<CompletableFuture<Answer>> children =
          IntStream.range(0, 6)
              .mapToObj(child ->
                  shop.storefront()
                      .postLater(
                          "/admin/return-reasons",
                          json(
                              "{'value': '%s%s', 'label': '', 'parent_return_reason_id': '%s'}",
                              parent, child, parent),
                          staff.credentials()))
              .toList();
      staff.delete("/admin/return-reasons/" + parent);

      for (CompletableFuture<Answer> child : children) {
        Answer answer = child.join();
        assertThat(answer.status()).as(answer.text()).isIn(200, 404);
        if (answer.status() == 200) {
          String id = answer.body().getJsonObject("return_reason").getString("id");
          assertThat(staff.tryGet("/admin/return-reasons/" + id).status()).isEqualTo(404);
        }
      }
    }
  }

  @Test
  void aNoteHasItsAuthorWithoutSecrets() {
    String about = "order_" + suffix;
    JsonObject note = newNote(about, "one");
    assertThat(note.containsKey("author")).isFalse();
    assertThat(note.getJsonObject("metadata")).isEmpty();
    JsonObject second = newNote(about, "two");

    JsonObject page = staff.get("/admin/notes?resource_id=" + about + "&limit=1");
    assertThat(page.getLong("count")).isEqualTo(2);
    assertThat(page.getJsonArray("notes").getJsonObject(0).getString("id"))
        .as("oldest first")
        .isEqualTo(note.getString("id"));
    JsonObject read = staff.get("/admin/notes/" + note.getString("id")).getJsonObject("note");
    assertThat(read.getJsonObject("author").getString("id")).isEqualTo(note.getString("author_id"));
    assertThat(read.getJsonObject("author").fieldNames())
        .doesNotContain("api_token", "password_hash");

    JsonObject changed =
        staff.post("/admin/notes/" + second.getString("id"), "{'value': ''}").getJsonObject("note");
    assertThat(changed.getString("value")).isEmpty();
    assertThat(staff.delete("/admin/notes/" + second.getString("id")))
        .isEqualTo(json("{'id': '%s', 'object': 'note', 'deleted': true}", second.getString("id")));
    String path = "/admin/notes/" + second.getString("id");
    String message = "Note with id: " + second.getString("id") + " was not found.";
    assertRefused(staff.tryGet(path), 404, "not_found", message);
    assertRefused(staff.tryPost(path, "{'value': 'x'}"), 404, "not_found", message);
    assertRefused(staff.tryDelete(path), 404, "not_found", message);
    assertThat(shop.events(Topics.NOTE, second.getString("id"), 3))
        .extracting(event -> event.header("ce_type"))
        .containsExactly("note.created", "note.updated", "note.deleted");
    assertRefused(
        staff.tryPost("/admin/notes", "{'resource_id': '', 'resource_type': 'order'}"),
        400,
        "invalid_data",
        "resource_id should not be empty, value should not be empty, value must be a string");
    assertThat(staff.tryGet("/admin/notes?limit=-1").status()).isEqualTo(400);
    assertThat(staff.tryGet("/admin/notes?resource_type=order").status()).isEqualTo(400);
  }

  @Test
  void responsesHaveTheRecordedShape() {
    JsonObject parent = newReason("damaged", null);
    String reason = parent.getString("id");
    String child = newReason("broken", reason).getString("id");
    assertShape("admin-create-return-reason", new JsonObject().put("return_reason", parent));
    assertShape("admin-get-return-reason", staff.get("/admin/return-reasons/" + reason));
    assertShape("admin-list-return-reasons", staff.get("/admin/return-reasons"));
    assertShape(
        "admin-update-return-reason",
        staff.post("/admin/return-reasons/" + reason, "{'label': 'x'}"));
    assertShape(
        "store-get-return-reason", shop.storefront().get("/store/return-reasons/" + child).body());
    assertShape("store-list-return-reasons", shop.storefront().get("/store/return-reasons").body());
    JsonObject note = newNote("order_" + suffix, "one");
    String path = "/admin/notes/" + note.getString("id");
    assertShape("admin-create-note", new JsonObject().put("note", note));
    assertShape("admin-get-note", staff.get(path));
    assertShape("admin-list-notes", staff.get("/admin/notes?resource_id=order_" + suffix));
    assertShape("admin-update-note", staff.post(path, "{'value': 'x'}"));
    assertShape("admin-delete-note", staff.delete(path));
    assertShape("admin-delete-return-reason", staff.delete("/admin/return-reasons/" + reason));
  }

  /**
   * Responses have more members: the reference omits the metadata of reasons at their own level.
   */
  private static void assertShape(String recorded, JsonObject body) {
    assertThat(RecordedAnswers.paths(body))
        .as(recorded)
        .containsAll(
            RecordedAnswers.paths(RecordedAnswers.body(recorded)).stream()
                .filter(path -> !path.contains(".metadata."))
                .toList());
  }

  private JsonObject newReason(String value, String parent) {
    JsonObject body = json("{'value': '%s%s', 'label': 'L'}", value, suffix);
    if (parent != null) {
      body.put("parent_return_reason_id", parent);
    }
    return StaffClient.ok(
            shop.storefront().post("/admin/return-reasons", body, staff.credentials()))
        .getJsonObject("return_reason");
  }

  private static JsonObject shown(JsonObject reason) {
    return staff
        .get("/admin/return-reasons/" + reason.getString("id"))
        .getJsonObject("return_reason");
  }

  private static JsonObject newNote(String about, String value) {
    return staff
        .post(
            "/admin/notes",
            "{'resource_id': '%s', 'resource_type': 'order', 'value': '%s'}",
            about,
            value)
        .getJsonObject("note");
  }

  private static List<String> ids(JsonObject list) {
    JsonArray reasons = list.getJsonArray("return_reasons");
    return reasons.stream().map(one -> ((JsonObject) one).getString("id")).toList();
  }
}
