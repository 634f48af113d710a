package dev.tradewind.catalog.search.api;

import dev.tradewind.catalog.search.api.SearchRequest.Shown;
import dev.tradewind.catalog.search.query.Matches;
import dev.tradewind.catalog.search.query.Matches.Place;
import dev.tradewind.catalog.search.text.Words;
import dev.tradewind.catalog.search.text.Words.Word;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Formatter of hits: texts with marks around the words of the query, cropped to the words near the
 * first of them. Numbers become texts, as clients expect.
 */
final class HitFormatter {

  private static final String ALL = "*";

  private final Shown shown;
  private final Matches matches;

  HitFormatter(Shown shown, Matches matches) {
    this.shown = shown;
    this.matches = matches;
  }

  /** The hit with marks and cropped. */
  JsonObject formatted(JsonObject hit) {
    return object(hit, "", false, -1);
  }

  private JsonObject object(JsonObject object, String path, boolean isMarked, int crop) {
    JsonObject formatted = new JsonObject();
    for (Map.Entry<String, Object> member : object) {
      String name = path.isEmpty() ? member.getKey() : path + "." + member.getKey();
      formatted.put(
          member.getKey(),
          value(
              member.getValue(),
              name,
              isMarked || isNamed(name, path, shown.highlighted()),
              crop >= 0 ? crop : cropped(name, path)));
    }
    return formatted;
  }

  private static boolean isNamed(String name, String path, Set<String> names) {
    return names.contains(name) || (path.isEmpty() && names.contains(ALL));
  }

  private int cropped(String name, String path) {
    Integer own = shown.cropped().get(name);
    if (own == null && path.isEmpty()) {
      own = shown.cropped().get(ALL);
    }
    return own == null ? -1 : own;
  }

  private @Nullable Object value(@Nullable Object value, String path, boolean isMarked, int crop) {
    return switch (value) {
      case null -> null;
      case JsonObject object -> object(object, path, isMarked, crop);
      case JsonArray array -> {
        JsonArray formatted = new JsonArray();
        array.forEach(element -> formatted.add(value(element, path, isMarked, crop)));
        yield formatted;
      }
      case String text -> text(text, isMarked, crop);
      case Number number -> text(number.toString(), isMarked, crop);
      default -> value;
    };
  }

  private String text(String text, boolean isMarked, int crop) {
    if (!isMarked && crop < 0) {
      return text;
    }
    List<Place> places = matches.in(text);
    int begin = 0;
    int end = text.length();
    if (crop > 0) {
      List<Word> words = Words.split(text);
      if (words.size() > crop) {
        int first = first(words, places, crop);
        begin = first == 0 ? 0 : words.get(first).start();
        end = first + crop >= words.size() ? text.length() : words.get(first + crop - 1).end();
      }
    }
    StringBuilder formatted = new StringBuilder();
    if (begin > 0) {
      formatted.append(shown.cropMarker());
    }
    int at = begin;
    for (Place place : isMarked ? places : List.<Place>of()) {
      if (place.start() >= at && place.end() <= end) {
        formatted
            .append(text, at, place.start())
            .append(shown.preTag())
            .append(text, place.start(), place.end())
            .append(shown.postTag());
        at = place.end();
      }
    }
    formatted.append(text, at, end);
    if (end < text.length()) {
      formatted.append(shown.cropMarker());
    }
    return formatted.toString();
  }

  /** First shown word: the first match has half of the words before it. */
  private static int first(List<Word> words, List<Place> places, int crop) {
    if (places.isEmpty()) {
      return 0;
    }
    int match = 0;
    while (match < words.size() - 1 && words.get(match).end() <= places.getFirst().start()) {
      match++;
    }
    return Math.max(0, Math.min(match - crop / 2, words.size() - crop));
  }

  /** Places of the words of the query by attribute, in bytes of UTF-8. */
  JsonObject places(JsonObject hit) {
    JsonObject all = new JsonObject();
    hit.forEach(member -> addPlaces(member.getValue(), member.getKey(), null, all));
    return all;
  }

  private void addPlaces(
      @Nullable Object value, String path, @Nullable Integer index, JsonObject all) {
    switch (value) {
      case JsonObject object ->
          object.forEach(
              member -> addPlaces(member.getValue(), path + "." + member.getKey(), index, all));
      case JsonArray array -> {
        for (int i = 0; i < array.size(); i++) {
          addPlaces(array.getValue(i), path, i, all);
        }
      }
      case String text -> {
        List<Place> places = matches.in(text);
        if (!places.isEmpty()) {
          JsonArray found = all.getJsonArray(path, new JsonArray());
          places.forEach(place -> found.add(place(text, place, index)));
          all.put(path, found);
        }
      }
      case null, default -> {
        // Nothing of a query matches numbers and flags.
      }
    }
  }

  private static JsonObject place(String text, Place place, @Nullable Integer index) {
    JsonObject found =
        new JsonObject()
            .put("start", bytes(text.substring(0, place.start())))
            .put("length", bytes(text.substring(place.start(), place.end())));
    return index == null ? found : found.put("indices", new JsonArray().add(index));
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
