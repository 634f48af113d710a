package dev.tradewind.catalog.product;

import dev.tradewind.kernel.operation.Problem;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Keys of other rows in product documents, collected so that each is looked up once. */
final class ReferencedKeys {

  final Set<String> types = new TreeSet<>();
  final Set<String> tags = new TreeSet<>();
  final Set<String> collections = new TreeSet<>();
  final Set<String> salesChannels = new TreeSet<>();
  final Set<String> categories = new TreeSet<>();
  final Set<String> regions = new TreeSet<>();

  private ReferencedKeys() {}

  /** Keys of whole products; fails with the problem if a price has no place or two. */
  static ReferencedKeys ofProducts(Collection<JsonObject> bodies) {
    ReferencedKeys names = new ReferencedKeys();
    bodies.forEach(names::addProduct);
    return names;
  }

  /** Keys of a single variant. */
  static ReferencedKeys ofVariant(JsonObject body) {
    ReferencedKeys names = new ReferencedKeys();
    names.addVariant(body);
    return names;
  }

  private void addProduct(JsonObject body) {
    JsonObject type = body.getJsonObject("type");
    if (type != null) {
      types.add(type.getString("value"));
    }
    add(collections, Stream.ofNullable(body.getString("collection_id")));
    add(tags, each(body, "tags").map(tag -> tag.getString("value")));
    add(salesChannels, each(body, "sales_channels").map(channel -> channel.getString("id")));
    add(categories, each(body, "categories").map(category -> category.getString("id")));
    each(body, "variants").forEach(this::addVariant);
  }

  private void addVariant(JsonObject body) {
    each(body, "prices").forEach(ReferencedKeys::requireOnePlace);
    add(
        regions,
        each(body, "prices").flatMap(price -> Stream.ofNullable(price.getString("region_id"))));
  }

  private static void requireOnePlace(JsonObject price) {
    if ((price.getString("region_id") == null) == (price.getString("currency_code") == null)) {
      throw new Problem.InvalidData(
              "Failed XOR relation between \"region_id\" and \"currency_code\".")
          .toException();
    }
  }

  private static void add(Set<String> names, Stream<String> found) {
    found.forEach(names::add);
  }

  boolean hasLabels() {
    return !types.isEmpty() || !tags.isEmpty();
  }

  /** Objects of an array in a document; empty if it is absent. */
  static Stream<JsonObject> each(JsonObject document, String name) {
    @Nullable JsonArray array = document.getJsonArray(name);
    return array == null ? Stream.empty() : array.stream().map(JsonObject.class::cast);
  }

  static List<JsonObject> all(JsonObject document, String name) {
    return each(document, name).toList();
  }
}
