package dev.tradewind.storefront.answer;

import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Picture of a variant, as the shops of Medusa v1 name it: metadata {@code thumbnail} or {@code
 * image} of the variant, else metadata {@code image:VALUE} of the product for a value of its
 * options. It is a URL, or the number of an image of the product from 1.
 */
public final class VariantPicture {

  private static final String OF_VALUE = "image:";

  private VariantPicture() {}

  /**
   * URL of the picture; empty if the metadata names none.
   *
   * @param variant metadata of the variant
   * @param product metadata of the product
   * @param values of the variant's options
   * @param images URLs of the product's images, as far as they are known
   */
  public static Optional<String> of(
      @Nullable JsonObject variant,
      @Nullable JsonObject product,
      List<String> values,
      List<String> images) {
    Stream<@Nullable Object> own =
        variant == null
            ? Stream.empty()
            : Stream.of(variant.getValue("thumbnail"), variant.getValue("image"));
    Stream<@Nullable Object> ofValues =
        product == null
            ? Stream.empty()
            : values.stream().map(value -> product.getValue(OF_VALUE + value));
    return Stream.concat(own, ofValues)
        .filter(Objects::nonNull)
        .map(named -> url(named.toString().strip(), images))
        .flatMap(Optional::stream)
        .findFirst();
  }

  private static Optional<String> url(String named, List<String> images) {
    if (named.matches("[1-9]\\d{0,3}")) {
      int number = Integer.parseInt(named);
      return number <= images.size() ? Optional.of(images.get(number - 1)) : Optional.empty();
    }
    boolean isUrl =
        named.startsWith("https://") || named.startsWith("http://") || named.startsWith("/");
    return isUrl || named.startsWith("data:image/") ? Optional.of(named) : Optional.empty();
  }
}
