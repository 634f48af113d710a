package dev.tradewind.catalog.category;

import dev.tradewind.kernel.json.JsonArrays;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;

/** Categories of a product in the storefront: active ones that are not internal, without flags. */
public final class PublicCategories {

  private PublicCategories() {}

  public static void restrict(JsonObject product) {
    @Nullable JsonArray categories = product.getJsonArray("categories");
    if (categories != null) {
      JsonArray documents = new JsonArray();
      for (JsonObject category : JsonArrays.objects(categories)) {
        boolean isActive = Boolean.TRUE.equals(category.remove("is_active"));
        boolean isInternal = Boolean.TRUE.equals(category.remove("is_internal"));
        if (isActive && !isInternal) {
          documents.add(category);
        }
      }
      product.put("categories", documents);
    }
  }
}
