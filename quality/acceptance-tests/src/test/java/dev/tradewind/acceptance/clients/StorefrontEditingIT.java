package dev.tradewind.acceptance.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.StaffClient;
import dev.tradewind.acceptance.Storefront;
import dev.tradewind.kernel.text.Ids;
import io.vertx.core.json.JsonObject;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Content of the storefront, edited by staff over HTTP and seen by shoppers. */
class StorefrontEditingIT {

  private static final String PATH = "/admin/tradewind/storefront";

  private static Shop shop;
  private static StaffClient staff;

  private int before;

  @BeforeAll
  static void open() {
    shop = Shop.shared();
    staff = new StaffClient(shop);
  }

  @BeforeEach
  void rememberVersion() {
    before = version();
  }

  @AfterEach
  void takeBack() {
    staff.post(PATH, "{'version': %s, 'restored_version': %s}", version(), before);
  }

  private static int version() {
    return staff.get(PATH).getJsonObject("storefront").getInteger("version");
  }

  private static String page(String path) {
    return shop.storefront().send("GET", path, null, "accept", "text/html").text();
  }

  @Test
  void shoppersSeeAChangeWithTheNextPageInTheirLanguage() {
    assertThat(page("/")).contains("Made to be used for years");

    staff.post(
        PATH,
        """
        {'version': %s,
         'texts': [{'language': 'en', 'headline': 'For the <sea>'},
                   {'language': 'de', 'headline': 'Für die <See>'}],
         'menu': [{'path': '/collections/wardrobe',
                   'titles': [{'language': 'en', 'title': 'Wear'}]}],
         'sections': [{'kind': 'collection', 'handle': 'table'}, {'kind': 'hero'}],
         'pages': [{'name': 'imprint', 'texts': [
           {'language': 'en', 'title': 'Imprint', 'text': '<script>x</script>'}]}]}
        """,
        before);

    assertThat(page("/"))
        .containsSubsequence(
            "<a href=\"/collections/wardrobe\">Wear</a>",
            "<h2 id=\"section-0\"><a href=\"/collections/table\">Table &amp; Hearth</a></h2>",
            "class=\"card\"",
            "<h1>For the &lt;sea&gt;</h1>");
    assertThat(page("/de")).contains("<h1>Für die &lt;See&gt;</h1>", "/de/pages/imprint");
    assertThat(page("/pages/imprint")).contains("&lt;script&gt;x").doesNotContain("<script>x");
    assertThat(page("/cart")).contains("/pages/imprint");
  }

  @Test
  void aDraftIsShownToStaffAlone() {
    String draft = "{\"texts\": [{\"language\": \"de\", \"headline\": \"Nur ein Entwurf\"}]}";

    Answer preview = preview("?language=de", draft, staff.credentials());

    assertThat(preview.status()).isEqualTo(200);
    assertThat(preview.header("cache-control")).isEqualTo("no-store");
    assertThat(preview.text())
        .contains("<h1>Nur ein Entwurf</h1>", "lang=\"de\"")
        .doesNotContain("<script");
    assertThat(page("/de")).doesNotContain("Entwurf");
    assertThat(version()).isEqualTo(before);
    assertThat(preview("", draft).status()).isEqualTo(401);
    String[] foreign = {
      staff.credentials()[0], staff.credentials()[1], "origin", "https://evil.example"
    };
    assertThat(preview("", draft, foreign).status()).isEqualTo(403);
    Answer refused = preview("", "{\"accent\": \"#ffee00\"}", staff.credentials());
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.body().getString("message")).startsWith("accent has a contrast of 1.0");
    assertThat(preview("", "[1]", staff.credentials()).status()).isEqualTo(400);
    assertThat(preview("", "{\"colour\": 1}", staff.credentials()).status()).isEqualTo(400);
    assertThat(preview("?page=none", "{}", staff.credentials()).status()).isEqualTo(404);
  }

  private static Answer preview(String query, String draft, String... headers) {
    return shop.storefront().send("POST", "/storefront/preview" + query, draft, headers);
  }

  @Test
  void membersReadTheContentAndDoNotChangeIt() {
    String email = "member-" + Ids.ulid().toLowerCase(Locale.ROOT) + "@example.com";
    String token = "token-" + email;
    shop.newUser(email, "open sesame of the harbor", token);
    shop.setRole(email, "member");
    Storefront http = shop.enforcingRoles();
    StaffClient member = new StaffClient(http, new String[] {"x-medusa-access-token", token});

    assertThat(member.tryGet(PATH).status()).isEqualTo(200);
    Answer refused = member.tryPost(PATH, "{'version': %s}", before);

    assertThat(refused.status()).isEqualTo(403);
    assertThat(refused.body().getString("message"))
        .isEqualTo("The role of the user does not allow this");
  }

  @Test
  void aRequestNamesTheVersionThatItChanges() {
    staff.post(PATH, "{'version': %s, 'logo_url': '/logo.png'}", before);

    Answer late = staff.tryPost(PATH, "{'version': %s, 'logo_url': '/other.png'}", before);

    assertThat(late.status()).isEqualTo(409);
    assertThat(late.body().getString("code")).isEqualTo("storefront_changed");
    assertThat(page("/")).contains("src=\"/logo.png\"");
  }

  @Test
  void tagsAreInThePagesOfAVisitorWhoHasAgreed() {
    JsonObject content =
        staff
            .post(
                PATH,
                """
                {'version': %s,
                 'tag_hosts': [{'directive': 'script-src', 'origins': ['https://tags.example']}],
                 'tag_fragments': [
                   {'language': 'en', 'head': '<script src=https://tags.example/a.js></script>'}]}
                """,
                before)
            .getJsonObject("storefront");
    assertThat(content.getJsonArray("tag_hosts")).hasSize(1);

    FormBrowser visitor = new FormBrowser(shop.storefront().url());
    FormBrowser.Page agreed = visitor.submit("/consent", "choice", "accept", "back", "/");

    assertThat(agreed.html()).contains("https://tags.example/a.js");
    assertThat(agreed.response().headers().firstValue("content-security-policy").orElse(""))
        .contains("https://tags.example");
    assertThat(page("/")).contains("consent-title").doesNotContain("tags.example");
    Answer malformed =
        staff.tryPost(
            PATH,
            "{'version': %s, 'tag_hosts': [{'directive': 'img-src', 'origins': ['data:']}]}",
            version());
    assertThat(malformed.status()).isEqualTo(400);
    assertThat(malformed.body().getString("message"))
        .isEqualTo("tag_hosts[0].origins[0] is no origin such as https://www.example.com: data:");
    Answer unknown =
        staff.tryPost(
            PATH,
            "{'version': %s, 'tag_hosts': [{'directive': 'default-src', 'origins': ['x']}]}",
            version());
    assertThat(unknown.status()).isEqualTo(400);
    assertThat(unknown.body().getString("message")).contains("directive");
  }
}
