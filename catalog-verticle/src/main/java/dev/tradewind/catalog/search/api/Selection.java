package dev.tradewind.catalog.search.api;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * Selection of named attributes, with their names in objects and lists separated by dots. Used by
 * one thread.
 */
final class Selection {

  private final Set<String> names;

  /**
   * Selections in members, which are made when one is met: a name has as many beginnings as dots,
   * and members may have dots in their names.
   */
  private final Map<String, Selection> inner = new HashMap<>();

  Selection(Set<String> names) {
    this.names = names;
  }

  /** Names of the attributes. */
  Set<String> names() {
    return names;
  }

  /** The selected members of an object. */
  JsonObject of(JsonObject all) {
    JsonObject selected = new JsonObject();
    for (Map.Entry<String, Object> member : all) {
      String name = member.getKey();
      if (names.contains(name)) {
        selected.put(name, member.getValue());
        continue;
      }
      Selection further = inner.computeIfAbsent(name, this::within);
      if (further.names.isEmpty()) {
        continue;
      }
      if (member.getValue() instanceof JsonObject object) {
        selected.put(name, further.of(object));
      } else if (member.getValue() instanceof JsonArray array) {
        JsonArray elements = new JsonArray();
        for (Object element : array) {
          if (element instanceof JsonObject object) {
            elements.add(further.of(object));
          }
        }
        selected.put(name, elements);
      }
    }
    return selected;
  }

  private Selection within(String name) {
    String beginning = name + ".";
    Set<String> further = new LinkedHashSet<>();
    for (String one : names) {
      if (one.startsWith(beginning)) {
        further.add(one.substring(beginning.length()));
      }
    }
    return new Selection(further);
  }
}
