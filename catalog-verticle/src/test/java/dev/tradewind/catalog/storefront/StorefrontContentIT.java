package dev.tradewind.catalog.storefront;

import static dev.tradewind.catalog.AdminApi.NOTHING;
import static dev.tradewind.catalog.AdminApi.assertRefused;
import static dev.tradewind.catalog.AdminApi.json;
import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.catalog.AdminApi;
import dev.tradewind.catalog.TestCatalog;
import dev.tradewind.catalog.store.ContentVersionStore;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Reply;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class StorefrontContentIT {

  private static final String UPDATE = "adminUpdateStorefront";
  private static final String TAGS = "storefront-tags:write";

  private static TestCatalog catalog;
  private static AdminApi staff;

  @BeforeAll
  static void open() {
    catalog = new TestCatalog();
    staff = new AdminApi(catalog);
  }

  @AfterAll
  static void close() {
    catalog.close();
  }

  private static JsonObject shown() {
    return catalog.list("storeGetStorefront", NOTHING).getJsonObject("storefront");
  }

  private static int version() {
    return shown().getInteger("version");
  }

  private static JsonObject update(String properties, Object... values) {
    return staff
        .ok(UPDATE, NOTHING, json(properties, values).put("version", version()))
        .getJsonObject("storefront");
  }

  @Test
  void shoppersSeeAChangeAndTheNameOfTheStoreWithTheNextRead() {
    assertThat(shown().getString("name")).isEqualTo("Tradewind");
    staff.ok("adminStore", NOTHING, json("{'name': 'The Harbour'}"));
    assertThat(shown().getString("name")).isEqualTo("The Harbour");

    JsonObject updated = update("{'accent': '#7a1f3d', 'logo_url': '/uploads/logo.png'}");

    assertThat(shown()).isEqualTo(updated);
    assertThat(updated.getJsonObject("palette").getString("on_accent")).isEqualTo("#ffffff");
    update("{'accent': null, 'logo_url': null}");
    assertThat(shown().getValue("palette")).isNull();
    assertThat(shown().getValue("logo_url")).isNull();
    staff.ok("adminStore", NOTHING, json("{'name': 'Tradewind'}"));
  }

  @Test
  void propertiesThatARequestDoesNotNameAreKeptAndPagesAreMergedByName() {
    update("{'menu': [{'path': '/products', 'titles': [{'language': 'en', 'title': 'All'}]}]}");
    update("{'pages': [%s, %s]}", page("imprint", "Old"), page("terms", "Terms"));
    update("{'pages': [%s]}", page("imprint", "New"));

    assertThat(AdminApi.texts(shown().getJsonArray("pages"), "name"))
        .containsExactly("imprint", "terms");
    assertThat(shown().getJsonArray("pages").encode()).contains("New").doesNotContain("Old");
    assertThat(shown().getJsonArray("menu")).hasSize(1);

    update("{'pages': [{'name': 'imprint', 'texts': []}], 'menu': []}");

    assertThat(AdminApi.texts(shown().getJsonArray("pages"), "name")).containsExactly("terms");
    assertThat(shown().getJsonArray("menu")).isEmpty();
    assertRefused(
        send(json("{'pages': [%s, %s]}", page("a", "A"), page("a", "B"))),
        400,
        "invalid_data",
        "pages has the name a twice");
  }

  private static String page(String name, String title) {
    return "{'name': '%s', 'texts': [{'language': 'en', 'title': '%s', 'text': 'x'}]}"
        .formatted(name, title);
  }

  private static Reply send(JsonObject body) {
    return staff.send(UPDATE, NOTHING, body.put("version", version()));
  }

  @Test
  void ofConcurrentWritersOneMakesTheNextVersion() {
    int before = version();
    List<Future<Reply>> replies = new ArrayList<>();
    for (int writer = 0; writer < 4; writer++) {
      replies.add(
          staff.sending(
              UPDATE,
              NOTHING,
              json("{'version': %s, 'logo_url': '/logo-%s.png'}", before, writer)));
    }

    List<Integer> statuses = replies.stream().map(reply -> await(reply).status()).toList();

    assertThat(statuses).containsOnlyOnce(200).contains(409);
    assertThat(version()).isEqualTo(before + 1);
    for (int other : List.of(before, before + 2)) {
      assertRefused(
          staff.send(UPDATE, NOTHING, json("{'version': %s}", other)),
          409,
          "conflict",
          "The storefront has been changed since the named version. Read it again.");
    }
  }

  @Test
  void anEarlierVersionIsTakenBackAndTheLatestFiftyAreKept() {
    JsonObject first = update("{'logo_url': '/first.png'}");
    int number = first.getInteger("version");
    update("{'logo_url': '/second.png'}");

    JsonObject restored = update("{'restored_version': %s}", number);

    assertThat(restored.getString("logo_url")).isEqualTo("/first.png");
    assertThat(restored.getInteger("version")).isEqualTo(number + 2);
    assertRefused(
        send(json("{'restored_version': %s, 'accent': null}", number)),
        400,
        "invalid_data",
        "restored_version takes a whole version back: name no other property");
    for (int i = 0; i < ContentVersionStore.KEPT; i++) {
      update("{}");
    }
    assertThat(staff.page("adminListStorefrontVersions", "{}").getJsonArray("versions"))
        .hasSize(ContentVersionStore.KEPT)
        .first()
        .satisfies(newest -> {
          assertThat(((JsonObject) newest).getInteger("version")).isEqualTo(version());
          assertThat(((JsonObject) newest).getString("created_by")).isEqualTo("usr_1");
        });
    assertRefused(
        send(json("{'restored_version': %s}", number)),
        404,
        "not_found",
        "Version " + number + " of the storefront is not kept");
  }

  @Test
  void aPreviewIsNotStored() {
    JsonObject before = shown();

    JsonObject preview =
        staff
            .ok("adminPreviewStorefront", NOTHING, json("{'accent': '#1a237e'}"))
            .getJsonObject("storefront");

    assertThat(preview.getString("accent")).isEqualTo("#1a237e");
    assertThat(shown()).isEqualTo(before);
    assertRefused(
        staff.send("adminPreviewStorefront", NOTHING, json("{'accent': '#ffee00'}")),
        400,
        "invalid_data",
        "accent has a contrast of 1.0 on the light ground; texts need 4.5");
  }

  @Test
  void tagsNeedAPermissionAlsoWhenTheyAreTakenBack() {
    JsonObject tags =
        json(
            "{'tag_hosts': [{'directive': 'script-src', 'origins': ['https://tags.example']}],"
                + " 'tag_fragments': [{'language': 'en', 'head': '<script src=x></script>'}]}");
    assertRefused(send(tags.copy()), 403, "not_allowed", "This needs the permission " + TAGS);
    assertRefused(
        staff.send("adminPreviewStorefront", NOTHING, tags.copy()),
        403,
        "not_allowed",
        "This needs the permission " + TAGS);

    int before = version();
    assertThat(catalog.writePermitted(TAGS, UPDATE, tags.put("version", before)).status())
        .isEqualTo(200);

    assertThat(update("{'logo_url': '/kept.png'}").getJsonArray("tag_hosts")).hasSize(1);
    assertRefused(
        send(json("{'restored_version': %s}", before)),
        403,
        "not_allowed",
        "This needs the permission " + TAGS);
    assertThat(
            catalog
                .writePermitted(
                    TAGS,
                    UPDATE,
                    json("{'version': %s, 'restored_version': %s}", version(), before))
                .body()
                .toJsonObject()
                .getJsonObject("storefront")
                .getJsonArray("tag_hosts"))
        .isEmpty();
  }

  @Test
  void aChangeIsInTheAuditLogWithWhatDiffers() {
    update("{'accent': '#1a237e', 'pages': [%s]}", page("imprint", "A secret text"));
    update("{'accent': '#7a1f3d'}");

    List<String> events = staff.events("storefront");

    assertThat(events.getLast())
        .contains("setting_change", "#1a237e", "#7a1f3d")
        .doesNotContain("logo_url", "pages");
    assertThat(events.get(events.size() - 2)).contains("imprint").doesNotContain("A secret text");
  }

  @Test
  void aContentThatIsTooLargeIsRefused() {
    String text = "x".repeat(40_000);
    for (int i = 0; i < 20; i++) {
      JsonObject body =
          json("{'pages': [%s]}", page("long-" + i, "Long").replace("'x'", "'" + text + "'"));
      Reply reply = send(body);
      if (reply.status() != 200) {
        assertRefused(
            reply,
            400,
            "invalid_data",
            "The content of the storefront has more than 480 KiB: shorten pages or texts");
        assertThat(i).isGreaterThan(10);
        return;
      }
    }
    throw new AssertionError("The content grew beyond its bound");
  }

  @Test
  void anotherNodeShowsTheChangeToo() {
    Vertx other = Vertx.vertx();
    try {
      OperationClient bus = catalog.deployNode(other, new SimpleMeterRegistry(), 1);
      assertThat(catalog.shownBy(bus, "storeGetStorefront").getJsonObject("storefront"))
          .isEqualTo(shown());

      update("{'logo_url': '/on-both.png'}");

      assertThat(
              catalog
                  .shownBy(bus, "storeGetStorefront")
                  .getJsonObject("storefront")
                  .getString("logo_url"))
          .isEqualTo("/on-both.png");
    } finally {
      await(other.close());
    }
  }
}
