package dev.tradewind.storefront.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.storefront.answer.ProductList.Facets;
import dev.tradewind.storefront.answer.ProductList.Stats;
import dev.tradewind.storefront.design.Language;
import dev.tradewind.storefront.search.Filters.Part;
import dev.tradewind.storefront.search.Filters.Value;
import dev.tradewind.storefront.visit.ListQuery;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.vertx.core.MultiMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FiltersTest {

  private static final Language TEXT =
      new Language(
          Locale.ENGLISH,
          Stream.of(
                  "filter.clear",
                  "filter.chosen",
                  "filter.available",
                  "filter.tag",
                  "filter.type",
                  "filter.price",
                  "filter.price.most",
                  "sort.newest",
                  "sort.price",
                  "sort.price-down",
                  "sort.title")
              .collect(Collectors.toMap(key -> key, key -> key)));

  private static Filters filters(String query, String... attributes) {
    Map<String, Map<String, Integer>> values = new LinkedHashMap<>();
    for (String attribute : attributes) {
      values.put(
          attribute,
          attribute.equals("available") ? Map.of("true", 3) : Map.of("Crème", 4, "navy", 2));
    }
    Facets found = new Facets(9, values, Map.of(SearchBody.COUNTED_PRICE, new Stats(100, 900)));
    MultiMap parameters = MultiMap.caseInsensitiveMultiMap();
    new QueryStringDecoder("?" + query).parameters().forEach(parameters::add);
    return Filters.of(
        "/products", ListQuery.of(parameters), found, Map.of(), new PriceUnits("eur"), false, TEXT);
  }

  private static String name(Part part) {
    if (part.group() != null) {
      return part.group().name();
    }
    return part.price() != null ? "price" : "available";
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ''                    | tags_value available options.Größe price type_value | tag available options.Größe price type
          ''                    | id categories.lvl0 price_incl_tax metadata.care      | price metadata.care
          tag=navy              | type_value                                          | type tag
          options.GROSSE=navy   | options.Größe                                       | options.Größe
          available=1&max=5     | type_value                                          | type available price
          ''                    | options.1 options.2 options.3 options.4 options.5 options.6 options.7 tags_value | options.1 options.2 options.3 options.4 options.5 options.6 tag
          """)
  void partsAreInTheOrderOfTheSearchAndThoseInUseAreShownInAnyCase(
      String query, String attributes, String parts) {
    assertThat(filters(query, attributes.split(" ")).parts().stream().map(FiltersTest::name))
        .containsExactly(parts.split(" "));
  }

  @Test
  void aValueIsChosenHoweverItIsSpelled() {
    List<Part> parts = filters("options.grosse=CREME", "options.Größe").parts();

    assertThat(parts.getFirst().group().values())
        .containsExactly(new Value("Crème", 4, true), new Value("navy", 2, false));
  }
}
