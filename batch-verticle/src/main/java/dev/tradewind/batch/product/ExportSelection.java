package dev.tradewind.batch.product;

import dev.tradewind.kernel.json.JsonArrays;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Fields and relations that an export selects; what is not selected has no column, so that an
 * import of the file leaves it as it is.
 *
 * @param fields own fields of the products, beside the id; null for all
 */
record ExportSelection(@Nullable Set<String> fields, Set<String> relations) {

  /** Relation that each of these product columns comes from. */
  private static final Map<String, String> RELATION_OF =
      Map.of(
          "collection_title", "collection",
          "collection_handle", "collection",
          "type", "type",
          "tags", "tags",
          "profile_name", "profiles",
          "profile_type", "profiles");

  /** Selection of a job, from the list configuration in its context. */
  static ExportSelection of(JsonObject listConfig) {
    JsonArray select = listConfig.getJsonArray("select");
    return new ExportSelection(
        select == null ? null : Set.copyOf(JsonArrays.strings(select)),
        Set.copyOf(JsonArrays.strings(listConfig.getJsonArray("relations"))));
  }

  /** Whether the relation is selected, itself or by one that it leads to. */
  boolean shows(String relation) {
    return relations.stream()
        .anyMatch(each -> each.equals(relation) || each.startsWith(relation + "."));
  }

  /** Whether the metadata of products is selected. */
  boolean showsMetadata() {
    return fields == null || fields.contains("metadata");
  }

  List<ProductColumn> productColumns() {
    return ProductColumn.PRODUCT.stream().filter(this::shows).toList();
  }

  private boolean shows(ProductColumn column) {
    String relation = RELATION_OF.get(column.name());
    if (relation != null) {
      return shows(relation);
    }
    return fields == null || column.name().equals("id") || fields.contains(column.name());
  }
}
