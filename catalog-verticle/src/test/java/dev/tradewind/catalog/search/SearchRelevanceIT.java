package dev.tradewind.catalog.search;

import static dev.tradewind.catalog.search.SearchedShop.query;
import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Order of hits, corrections of words, and words that hits mark. */
class SearchRelevanceIT {

  @RegisterExtension static final SearchedShop shop = new SearchedShop();

  @ParameterizedTest
  @CsvSource({
    // words in any order, and the title before the description
    "wide sofa, Wide Sofa",
    "sofa wide, Wide Sofa",
    "corner sofa, Corner Sofa",
    // stems
    "sofas, Wide Sofa|Corner Sofa",
    "chairs, Garden Chairs|Chair Cushion",
    "chair, Chair Cushion|Garden Chairs",
    "Stehlampen, Stehlampe aus Eiche",
    "chaussure, Chaussures de randonnée",
    "taza de cafe, Tazas de café",
    // beginnings of the last word
    "sof, Wide Sofa|Corner Sofa",
    "chiar, Chair Cushion|Garden Chairs",
    "gard, Garden Chairs",
    // typos
    "cushoin, Chair Cushion",
    "stehlanpe, Stehlampe aus Eiche",
    "kopfhoerer, Kopfhörer Nordwind",
    // joined and split words
    "kopf hörer, Kopfhörer Nordwind",
    "book shelf, Bookshelf",
    "widesofa, Wide Sofa",
    // accents, decomposed ones too, and other scripts
    "randonnee, Chaussures de randonnée",
    "cafe\u0301, Tazas de café",
    "ελληνικοσ, Ελληνικός Καφές",
    "タワー, 東京タワー模型",
    // phrases and excluded words
    "'\"wide sofa\"', Wide Sofa",
    "sofa -corner, Wide Sofa",
    "'sofa -\"wide sofa\"', Corner Sofa",
  })
  void theBestProductsComeFirst(String query, String expected) {
    List<String> first = List.of(expected.split("\\|"));

    List<String> titles = shop.search.titles(query);

    assertThat(titles.subList(0, Math.min(first.size(), titles.size())))
        .as("%s: %s", query, titles)
        .containsExactlyInAnyOrderElementsOf(first);
  }

  @ParameterizedTest
  @CsvSource({
    // short words, the first letter, several words
    "soaf, sofa",
    "Wide SOAF!, Wide sofa!",
    "kushions, cushion",
    "'\"wide sofa\" kushion -corner', ",
    "yarden vhairs, garden chairs",
    "ehadrenu chairs, ",
    "moktage randonne, ",
    // as the product writes it
    "chaussures tandonnee, chaussures randonnée",
    "gadren charis, ",
    "laopfhorer, kopfhörer",
    // what is found, and what has digits or too few letters
    "sofas, ",
    "cushoin, ",
    "so, ",
    "xz, ",
    "s0fa, ",
  })
  void aWordThatNoProductHasIsCorrected(String query, String corrected) {
    JsonObject answer =
        shop.search.search(new JsonObject().put("q", query).put("matchingStrategy", "all"));

    assertThat(answer.getString("correctedQuery")).isEqualTo(corrected);
    if (corrected != null) {
      assertThat(shop.search.titles(corrected)).isNotEmpty();
    }
  }

  /** Neither a draft nor a product of another channel, nor one that the filter leaves out. */
  @Test
  void noWordOfAHiddenProductIsACorrection() {
    String id = shop.search.add("Wheelbarrow Trolley");
    JsonObject query = new JsonObject().put("q", "vheelbarrow");
    assertThat(shop.search.search(query).getString("correctedQuery")).isEqualTo("wheelbarrow");
    assertThat(
            shop.search
                .search(query.copy().put("filter", "title = other"))
                .containsKey("correctedQuery"))
        .isFalse();
    assertThat(shop.search.search(query.copy().put("limit", 0)).containsKey("correctedQuery"))
        .isFalse();

    shop.catalog.sql("UPDATE product SET status = 'draft' WHERE id = $1", id);
    assertThat(shop.search.search(query).containsKey("correctedQuery")).isFalse();
    shop.catalog.sql("UPDATE product SET status = 'published' WHERE id = $1", id);
    assertThat(shop.search.search(query).getString("correctedQuery")).isEqualTo("wheelbarrow");
    shop.catalog.sql("DELETE FROM product_sales_channel WHERE product_id = $1", id);
    assertThat(shop.search.search(query).containsKey("correctedQuery")).isFalse();
  }

  @Test
  void withoutWordsTheOrderIsThatOfTheList() {
    JsonArray listed =
        shop.catalog
            .list("storeListProducts", new JsonObject().put("limit", 20))
            .getJsonArray("products");

    JsonObject found = shop.search.search(new JsonObject().put("limit", 20));

    assertThat(SearchedCatalog.values(found, "id"))
        .isEqualTo(listed.stream().map(product -> ((JsonObject) product).getString("id")).toList());
    assertThat(found.getInteger("estimatedTotalHits"))
        .isEqualTo(
            shop.catalog
                .list("storeListProducts", new JsonObject().put("limit", 1))
                .getInteger("count"));
  }

  @Test
  void wordsAreMarkedAndTextsCropped() {
    JsonObject hit =
        shop.search
            .search(
                new JsonObject()
                    .put("q", "cornr")
                    .put("attributesToRetrieve", new JsonArray().add("title").add("description"))
                    .put("attributesToHighlight", new JsonArray().add("*"))
                    .put("attributesToCrop", new JsonArray().add("description:2"))
                    .put("showMatchesPosition", true))
            .getJsonArray("hits")
            .getJsonObject(0);

    assertThat(hit.getJsonObject("_formatted"))
        .isEqualTo(
            new JsonObject()
                .put("title", "<em>Corner</em> Sofa")
                .put("description", "…the <em>corner</em>."));
    assertThat(hit.getJsonObject("_matchesPosition").getJsonArray("title"))
        .isEqualTo(new JsonArray().add(new JsonObject().put("start", 0).put("length", 6)));
  }
}
