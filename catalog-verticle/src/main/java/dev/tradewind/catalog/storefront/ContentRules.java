package dev.tradewind.catalog.storefront;

import dev.tradewind.kernel.json.JsonArrays;
import dev.tradewind.kernel.operation.Problem;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Rules of the storefront's content that the schema of a request does not express. Each refusal
 * names the place.
 */
final class ContentRules {

  /** Bytes of the whole content; the table's bound of 512 KiB counts the spaces of jsonb too. */
  static final int MAX_BYTES = 480 * 1024;

  private static final Pattern ORIGIN =
      Pattern.compile(
          "https://(\\*\\.)?([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]"
              + "(:[1-9]\\d{0,4})?");

  private ContentRules() {}

  static void require(JsonObject content) {
    AccentPalette.require(content.getString("accent"), content.getString("accent_dark"));
    requireLink("logo_url", content.getString("logo_url"));
    requireDistinct("texts", "language", list(content, "texts"));
    requireMenu(list(content, "menu"));
    requireSections(list(content, "sections"));
    requirePages(list(content, "pages"));
    requireTags(content);
    if (content.toBuffer().length() > MAX_BYTES) {
      throw Problem.invalidData(
          "The content of the storefront has more than 480 KiB: shorten pages or texts");
    }
  }

  private static void requireMenu(List<JsonObject> menu) {
    for (int i = 0; i < menu.size(); i++) {
      String place = "menu[" + i + "]";
      requireLink(place + ".path", menu.get(i).getString("path"));
      requireDistinct(place + ".titles", "language", list(menu.get(i), "titles"));
    }
  }

  private static void requireSections(List<JsonObject> sections) {
    int heroes = 0;
    for (int i = 0; i < sections.size(); i++) {
      JsonObject section = sections.get(i);
      String place = "sections[" + i + "]";
      String kind = section.getString("kind");
      String handle = section.getString("handle");
      if (kind.equals("collection") == (handle == null || handle.isBlank())) {
        throw Problem.invalidData(
            place
                + ".handle "
                + (kind.equals("collection")
                    ? "is required in a section collection"
                    : "belongs to sections collection only"));
      }
      if (section.getString("image_url") != null && !kind.equals("hero")) {
        throw Problem.invalidData(place + ".image_url belongs to sections hero only");
      }
      requireLink(place + ".image_url", section.getString("image_url"));
      requireDistinct(place + ".texts", "language", list(section, "texts"));
      heroes += kind.equals("hero") ? 1 : 0;
    }
    if (heroes > 1) {
      throw Problem.invalidData("sections has more than one section hero");
    }
  }

  private static void requirePages(List<JsonObject> pages) {
    if (pages.size() > 20) {
      throw Problem.invalidData("pages has more than 20 pages");
    }
    for (JsonObject page : pages) {
      requireDistinct(
          "texts of the page " + page.getString("name"), "language", list(page, "texts"));
    }
  }

  private static void requireTags(JsonObject content) {
    List<JsonObject> hosts = list(content, "tag_hosts");
    requireDistinct("tag_hosts", "directive", hosts);
    for (int i = 0; i < hosts.size(); i++) {
      List<String> origins = JsonArrays.strings(hosts.get(i).getJsonArray("origins"));
      for (int k = 0; k < origins.size(); k++) {
        if (!ORIGIN.matcher(origins.get(k)).matches()) {
          throw Problem.invalidData(
              "tag_hosts[%s].origins[%s] is no origin such as https://www.example.com: %s"
                  .formatted(i, k, origins.get(k)));
        }
      }
    }
    requireDistinct("tag_fragments", "language", list(content, "tag_fragments"));
  }

  /** Requires each value of a member once. */
  static void requireDistinct(String place, String member, List<JsonObject> elements) {
    Set<String> seen = new HashSet<>();
    for (JsonObject element : elements) {
      if (!seen.add(element.getString(member))) {
        throw Problem.invalidData(
            "%s has the %s %s twice".formatted(place, member, element.getString(member)));
      }
    }
  }

  private static void requireLink(String place, @Nullable String link) {
    if (link != null && !isLink(link)) {
      throw Problem.invalidData(place + " must be a path of the shop or an https URL");
    }
  }

  /** Whether it leads to this shop or to another one by TLS; a browser runs none of them. */
  static boolean isLink(String link) {
    if (link.startsWith("//") || link.indexOf('\\') >= 0) {
      return false;
    }
    try {
      URI uri = new URI(link);
      return link.startsWith("/")
          ? uri.getScheme() == null && uri.getRawAuthority() == null
          : "https".equals(uri.getScheme()) && uri.getHost() != null;
    } catch (URISyntaxException malformed) {
      return false;
    }
  }

  static List<JsonObject> list(JsonObject content, String name) {
    return JsonArrays.objects(content.getJsonArray(name));
  }
}
