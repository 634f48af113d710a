package dev.tradewind.cart.reference;

import dev.tradewind.kernel.operation.Problem;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Countries of a region, and their validation. */
public final class RegionCountries {

  private static final Set<String> ALL = Set.of(Locale.getISOCountries());

  private RegionCountries() {}

  /** Country of a new cart: the given one, which a form may leave empty, else the only one. */
  static @Nullable public String preset(JsonObject region, @Nullable String value) {
    if (value == null || value.isEmpty()) {
      return only(region);
    }
    String country = value.toLowerCase(Locale.ROOT);
    if (!contains(region, country)) {
      throw Problem.notAllowed("Shipping country not in region");
    }
    return country;
  }

  static @Nullable public String only(JsonObject region) {
    List<String> codes = codes(region);
    return codes.size() == 1 ? codes.get(0) : null;
  }

  public static boolean contains(JsonObject region, String country) {
    return codes(region).contains(country.toLowerCase(Locale.ROOT));
  }

  /** Rejects an unknown country; a missing one and one outside the region are allowed. */
  public static void requireKnown(@Nullable String country) {
    if (country != null && !ALL.contains(country.toUpperCase(Locale.ROOT))) {
      throw Problem.notFound("Country with country_code " + country + " does not exist.");
    }
  }

  private static List<String> codes(JsonObject region) {
    return region.getJsonArray("countries", new JsonArray()).stream()
        .map(country -> ((JsonObject) country).getString("iso_2"))
        .toList();
  }
}
