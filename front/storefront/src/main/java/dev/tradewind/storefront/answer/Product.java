package dev.tradewind.storefront.answer;

import io.vertx.core.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Product with its variants; lists of products show fewer of its members. */
public record Product(
    String id,
    String title,
    String handle,
    @Nullable String subtitle,
    @Nullable String description,
    @Nullable String thumbnail,
    @Nullable String material,
    @Nullable String originCountry,
    @Nullable Number weight,
    @Nullable JsonObject metadata,
    @Nullable ProductCollection collection,
    List<Image> images,
    List<Option> options,
    List<Variant> variants) {

  /** Product against whose variants line items may be exchanged. */
  public record Exchangeable(String id, List<Variant> variants) {}

  /** Picture of the product. */
  public record Image(String url) {}

  /** Option such as the size, of which each variant has a value. */
  public record Option(String id, String title) {}
}
