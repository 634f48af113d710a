package dev.tradewind.cart.reference;

import io.vertx.core.json.JsonObject;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Ids of the references of carts, and references by id. */
final class ReferenceMaps {

  private ReferenceMaps() {}

  /** Distinct ids of elements; those without one are left out. */
  static <T> Set<String> ids(Collection<T> elements, Function<T, @Nullable String> id) {
    return elements.stream().map(id).filter(Objects::nonNull).collect(Collectors.toSet());
  }

  /** Rows by their ids; of rows with one id, the first. */
  static Map<String, JsonObject> byId(List<JsonObject> rows) {
    return rows.stream()
        .collect(Collectors.toMap(row -> row.getString("id"), Function.identity(), (a, b) -> a));
  }
}
