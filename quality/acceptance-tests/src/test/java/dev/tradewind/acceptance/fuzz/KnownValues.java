package dev.tradewind.acceptance.fuzz;

import dev.tradewind.providers.test.TestTaxProvider;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Values of earlier responses by property name, so that requests can refer to existing resources.
 * The id of an element of {@code regions} is also a {@code region_id}.
 */
final class KnownValues {

  /**
   * Excluded: a provider that is unavailable on purpose, so that 503 would be correct, and the user
   * of the guard session.
   */
  private static final Set<String> EXCLUDED = Set.of(TestTaxProvider.ID, TestCallers.GUARD);

  private static final int KEPT_OF_A_NAME = 60;
  private static final int MAX_LENGTH = 200;
  private static final int MAX_DESCRIBED = 20_000;

  /** Countries without a region at the beginning, for new regions. */
  static final String FREE_COUNTRIES = "free_countries";

  private static final Map<String, String> ALIASES =
      Map.of(
          "countries", FREE_COUNTRIES,
          "country_code", "iso_2",
          "currencies", "currency_code",
          "session_id", "payment_session_id",
          "file_key", "key",
          "line_item_id", "item_id",
          "location_id", "stock_location_id");

  /** Further properties to record, in addition to ids. */
  private static final Set<String> FACTS =
      Set.of("type", "email", "display_id", "payment_status", "amount");

  /** The latest are kept, so that they are still in their state. */
  private static final int KEPT_OF_AN_OPERATION = 3;

  private final Map<String, List<String>> byName = new HashMap<>();
  private final Map<String, Integer> writes = new HashMap<>();
  private final Set<String> precious = new HashSet<>();
  private final Set<String> hidden = new HashSet<>(EXCLUDED);
  private final Map<String, Deque<PreparedRequest>> prepared = new HashMap<>();
  private final Map<String, Map<String, String>> facts = new HashMap<>();

  /**
   * Learns initial resources, which are never deleted, so that requests always have some to refer
   * to.
   */
  synchronized void learnForGood(JsonObject answer) {
    learn(answer, "", Map.of(), true);
  }

  synchronized void learn(JsonObject answer) {
    learn(answer, "", Map.of(), false);
  }

  private void learn(
      @Nullable Object value, String name, Map<String, String> within, boolean forGood) {
    switch (value) {
      case JsonObject object -> {
        Map<String, String> context = within;
        if (object.getValue("id") instanceof String id && !hidden.contains(id)) {
          keep(idName(name), id, forGood);
          learnFacts(id, object, within);
          if (forGood) {
            precious.add(id);
          }
          if (object.getValue("code") instanceof String code) {
            keep(codeName(name), code, forGood);
          }
          context = new HashMap<>(within);
          context.put(idName(name), id);
        }
        for (Map.Entry<String, Object> entry : object) {
          learn(entry.getValue(), entry.getKey(), context, forGood);
        }
      }
      case JsonArray array -> array.forEach(element -> learn(element, name, within, forGood));
      case String text when text.length() <= MAX_LENGTH -> keep(name, text, forGood);
      case null, default -> {
        // Numbers and booleans are no references.
      }
    }
  }

  /** Records the owner of an id, because a nested path needs both. */
  private void learnFacts(String id, JsonObject object, Map<String, String> within) {
    if (facts.size() >= MAX_DESCRIBED) {
      return;
    }
    Map<String, String> described = facts.computeIfAbsent(id, absent -> new HashMap<>());
    described.putAll(within);
    for (String name : object.fieldNames()) {
      Object fact = object.getValue(name);
      if (FACTS.contains(name) && fact != null) {
        described.put(name, fact.toString());
      } else if (name.endsWith("_id") && fact instanceof String other && !hidden.contains(other)) {
        described.put(name, other);
      }
    }
  }

  /** Last known property of the resource. */
  synchronized @Nullable String fact(String id, String name) {
    return facts.getOrDefault(id, Map.of()).get(name);
  }

  /** Removes a deleted resource. */
  synchronized void forget(String id) {
    byName.values().forEach(known -> known.remove(id));
    facts.remove(id);
  }

  private void keep(String name, String text, boolean forGood) {
    List<String> known = byName.computeIfAbsent(name, absent -> new ArrayList<>());
    if (hidden.contains(text) || known.contains(text)) {
      return;
    }
    if (known.size() < KEPT_OF_A_NAME) {
      known.add(text);
    } else if (!forGood) {
      // The first half is kept; the rest is replaced by new values.
      int write = writes.merge(name, 1, Integer::sum);
      known.set(KEPT_OF_A_NAME / 2 + write % (KEPT_OF_A_NAME / 2), text);
    }
  }

  synchronized @Nullable String some(String name, RandomSource chance) {
    List<String> known = byName.get(singularIds(ALIASES.getOrDefault(name, name)));
    if (known == null) {
      known = byName.get(idName(name));
    }
    return known == null || known.isEmpty() ? null : chance.oneOf(known);
  }

  synchronized String any(RandomSource chance) {
    return chance.oneOf(byName.get("id"));
  }

  /** Keeps a resource out of all generated requests, so that none changes it. */
  synchronized void hide(String id) {
    hidden.add(id);
  }

  /** Adds a request for that operation; the oldest makes room for it. */
  synchronized void prepare(String operation, PreparedRequest request) {
    Deque<PreparedRequest> known = prepared.computeIfAbsent(operation, id -> new ArrayDeque<>());
    if (known.size() == KEPT_OF_AN_OPERATION) {
      known.removeLast();
    }
    known.addFirst(request);
  }

  /** Latest prepared request of that operation, or one of the latest. */
  synchronized @Nullable PreparedRequest prepared(
      String operation, RandomSource chance, boolean isLatest) {
    Deque<PreparedRequest> known = prepared.get(operation);
    if (known == null) {
      return null;
    }
    return isLatest ? known.getFirst() : chance.oneOf(List.copyOf(known));
  }

  synchronized boolean isPrecious(String id) {
    return precious.contains(id);
  }

  static String idName(String noun) {
    return singular(noun.replace('-', '_')) + "_id";
  }

  static String codeName(String noun) {
    return singular(noun.replace('-', '_')) + "_code";
  }

  private static String singularIds(String name) {
    return name.endsWith("_ids") ? name.substring(0, name.length() - 1) : name;
  }

  private static String singular(String plural) {
    if (plural.equals("line_items")) {
      return "item";
    }
    if (plural.equals("shipping_addresses")) {
      // Only customers have several addresses, and their paths use this name.
      return "address";
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
