package dev.tradewind.catalog.storefront;

import dev.tradewind.kernel.json.JsonArrays;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Version of the storefront's content.
 *
 * @param version its number; 0 before the first change
 * @param content the properties that have been set
 */
record StorefrontContent(int version, JsonObject content) {

  static final StorefrontContent NONE = new StorefrontContent(0, new JsonObject());

  /** Properties whose null takes them away. */
  private static final List<String> VALUES = List.of("logo_url", "accent", "accent_dark");

  private static final List<String> LISTS =
      List.of("texts", "menu", "sections", "pages", "tag_hosts", "tag_fragments");

  /** Properties that run in the pages of the shop. */
  private static final List<String> TAGS = List.of("tag_hosts", "tag_fragments");

  /** The content with the properties of a body in place of its own. */
  JsonObject with(JsonObject body) {
    JsonObject changed = content.copy();
    for (String name : VALUES) {
      if (body.containsKey(name)) {
        changed.put(name, body.getString(name));
      }
    }
    for (String name : LISTS) {
      if (body.containsKey(name)) {
        JsonArray given = body.getJsonArray(name);
        changed.put(name, name.equals("pages") ? merged(given) : given);
      }
    }
    return changed;
  }

  /** The pages with the given ones in place of those of their names; without texts: removed. */
  private JsonArray merged(JsonArray given) {
    Map<String, JsonObject> pages = new LinkedHashMap<>();
    JsonArrays.objects(content.getJsonArray("pages"))
        .forEach(page -> pages.put(page.getString("name"), page));
    JsonArrays.objects(given).forEach(page -> pages.put(page.getString("name"), page));
    return JsonArrays.of(
        pages.values().stream().filter(page -> !page.getJsonArray("texts").isEmpty()).toList());
  }

  static boolean namesTags(JsonObject body) {
    return TAGS.stream().anyMatch(body::containsKey);
  }

  /** Whether another content has the same tags. */
  boolean hasTagsOf(StorefrontContent other) {
    return TAGS.stream().allMatch(name -> list(name).equals(other.list(name)));
  }

  /** The properties that differ; of pages their names. */
  record Difference(JsonObject before, JsonObject after) {}

  static Difference difference(JsonObject before, JsonObject after) {
    JsonObject from = new JsonObject();
    JsonObject to = new JsonObject();
    for (String name : VALUES) {
      put(name, before.getValue(name), after.getValue(name), from, to);
    }
    for (String name : LISTS) {
      JsonArray one = before.getJsonArray(name, new JsonArray());
      JsonArray other = after.getJsonArray(name, new JsonArray());
      if (name.equals("pages") && !one.equals(other)) {
        from.put(name, names(one));
        to.put(name, names(other));
      } else {
        put(name, one, other, from, to);
      }
    }
    return new Difference(from, to);
  }

  private static void put(
      String name, @Nullable Object one, @Nullable Object other, JsonObject from, JsonObject to) {
    if (!Objects.equals(one, other)) {
      from.put(name, one);
      to.put(name, other);
    }
  }

  private static JsonArray names(JsonArray pages) {
    return JsonArrays.of(
        JsonArrays.objects(pages).stream().map(page -> page.getString("name")).toList());
  }

  private JsonArray list(String name) {
    return content.getJsonArray(name, new JsonArray());
  }

  /** Colors of links and buttons; null without an accent color. */
  @Nullable JsonObject palette() {
    return AccentPalette.of(content.getString("accent"), content.getString("accent_dark"));
  }

  /** The form of the API. */
  JsonObject json(String shop) {
    JsonObject json = new JsonObject().put("version", version).put("name", shop);
    VALUES.forEach(name -> json.put(name, content.getString(name)));
    json.put("palette", palette());
    LISTS.forEach(name -> json.put(name, list(name)));
    return json;
  }
}
