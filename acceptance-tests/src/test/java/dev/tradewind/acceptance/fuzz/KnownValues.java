package dev.tradewind.acceptance.fuzz;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the shop has shown of itself, by the names of properties, so that requests can speak of what
 * there is. The id of what stands under {@code regions} is also a {@code region_id}.
 */
final class KnownValues {

  private static final int KEPT_OF_A_NAME = 60;
  private static final int LONGEST = 200;
  private static final int MOST_OWNED = 20_000;

  private static final Map<String, String> ALIASES =
      Map.of("countries", "iso_2", "country_code", "iso_2", "currencies", "currency_code");

  private final Map<String, List<String>> byName = new HashMap<>();
  private final Map<String, Integer> writes = new HashMap<>();
  private final Set<String> precious = new HashSet<>();
  private final Map<String, Map<String, String>> owners = new HashMap<>();

  /** What was there at the beginning is not deleted, or there would soon be nothing to speak of. */
  synchronized void learnForGood(JsonObject answer) {
    learn(answer, "", true);
  }

  synchronized void learn(JsonObject answer) {
    learn(answer, "", false);
  }

  private void learn(@Nullable Object value, String name, boolean forGood) {
    switch (value) {
      case JsonObject object -> {
        if (object.getValue("id") instanceof String id) {
          keep(idName(name), id, forGood);
          learnOwners(id, object);
          if (forGood) {
            precious.add(id);
          }
        }
        object.forEach(entry -> learn(entry.getValue(), entry.getKey(), forGood));
      }
      case JsonArray array -> array.forEach(element -> learn(element, name, forGood));
      case String text when text.length() <= LONGEST -> keep(name, text, forGood);
      case null, default -> {
        // Numbers and booleans name nothing.
      }
    }
  }

  /** An id is of use in a path only under that of its owner. */
  private void learnOwners(String id, JsonObject object) {
    Map<String, String> named = new HashMap<>();
    for (String name : object.fieldNames()) {
      if (name.endsWith("_id") && object.getValue(name) instanceof String owner) {
        named.put(name, owner);
      }
    }
    if (!named.isEmpty() && owners.size() < MOST_OWNED) {
      owners.put(id, named);
    }
  }

  synchronized @Nullable String owner(String id, String name) {
    return owners.getOrDefault(id, Map.of()).get(name);
  }

  private void keep(String name, String text, boolean forGood) {
    List<String> known = byName.computeIfAbsent(name, absent -> new ArrayList<>());
    if (known.contains(text)) {
      return;
    }
    if (known.size() < KEPT_OF_A_NAME) {
      known.add(text);
    } else if (!forGood) {
      // The first half stays; the rest makes room for what is new.
      int write = writes.merge(name, 1, Integer::sum);
      known.set(KEPT_OF_A_NAME / 2 + write % (KEPT_OF_A_NAME / 2), text);
    }
  }

  synchronized @Nullable String some(String name, Chance chance) {
    List<String> known = byName.get(singularIds(ALIASES.getOrDefault(name, name)));
    if (known == null) {
      known = byName.get(idName(name));
    }
    return known == null ? null : chance.oneOf(known);
  }

  synchronized String any(Chance chance) {
    return chance.oneOf(byName.get("id"));
  }

  synchronized boolean isPrecious(String id) {
    return precious.contains(id);
  }

  static String idName(String noun) {
    return singular(noun.replace('-', '_')) + "_id";
  }

  private static String singularIds(String name) {
    return name.endsWith("_ids") ? name.substring(0, name.length() - 1) : name;
  }

  private static String singular(String plural) {
    if (plural.equals("line_items")) {
      return "item";
    }
    if (plural.endsWith("ies")) {
      return plural.substring(0, plural.length() - 3) + "y";
    }
    if (plural.endsWith("sses")) {
      return plural.substring(0, plural.length() - 2);
    }
    return plural.endsWith("s") && !plural.endsWith("ss")
        ? plural.substring(0, plural.length() - 1)
        : plural;
  }
}
