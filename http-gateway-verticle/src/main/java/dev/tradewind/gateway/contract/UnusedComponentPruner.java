package dev.tradewind.gateway.contract;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Removal of the shared components that a document does not reference, directly or indirectly. */
final class UnusedComponentPruner {

  private static final String COMPONENTS = "#/components/";

  private final JsonObject components;
  private final Set<String> used = new LinkedHashSet<>();
  private final Deque<JsonObject> unread = new ArrayDeque<>();

  private UnusedComponentPruner(JsonObject components) {
    this.components = components;
  }

  /** A copy of the referenced ones in the original order; kinds that are never referenced stay. */
  static JsonObject used(JsonObject components, JsonObject paths) {
    UnusedComponentPruner pruning = new UnusedComponentPruner(components);
    pruning.unread.add(paths);
    while (!pruning.unread.isEmpty()) {
      pruning.read(pruning.unread.remove());
    }
    return pruning.referenced();
  }

  private void read(@Nullable Object value) {
    if (value instanceof JsonObject object) {
      if (object.getValue("$ref") instanceof String reference) {
        use(reference);
      }
      object.forEach(member -> read(member.getValue()));
    } else if (value instanceof JsonArray array) {
      array.forEach(this::read);
    }
  }

  private void use(String reference) {
    if (reference.startsWith(COMPONENTS) && used.add(reference)) {
      String[] kindAndName = reference.substring(COMPONENTS.length()).split("/", 2);
      JsonObject component =
          components.getJsonObject(kindAndName[0], new JsonObject()).getJsonObject(kindAndName[1]);
      if (component == null) {
        throw new IllegalStateException("The contract has no " + reference);
      }
      unread.add(component);
    }
  }

  private JsonObject referenced() {
    JsonObject referenced = new JsonObject();
    for (Map.Entry<String, Object> kind : components) {
      if (kind.getKey().equals("securitySchemes")) {
        // Used by name, not by reference.
        referenced.put(kind.getKey(), ((JsonObject) kind.getValue()).copy());
        continue;
      }
      JsonObject members = new JsonObject();
      for (Map.Entry<String, Object> member : (JsonObject) kind.getValue()) {
        if (used.contains(COMPONENTS + kind.getKey() + "/" + member.getKey())) {
          members.put(member.getKey(), ((JsonObject) member.getValue()).copy());
        }
      }
      if (!members.isEmpty()) {
        referenced.put(kind.getKey(), members);
      }
    }
    return referenced;
  }
}
