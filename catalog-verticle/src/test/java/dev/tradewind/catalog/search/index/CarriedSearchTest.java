package dev.tradewind.catalog.search.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.catalog.search.filter.Filter;
import dev.tradewind.catalog.search.filter.FilterParser;
import dev.tradewind.catalog.search.index.IndexFeed.View;
import dev.tradewind.catalog.search.query.Basis;
import dev.tradewind.catalog.search.query.Found;
import dev.tradewind.catalog.search.query.Found.Counts;
import dev.tradewind.catalog.search.query.Found.Hit;
import dev.tradewind.catalog.search.query.ProductSearch;
import dev.tradewind.catalog.search.query.SearchQuery;
import dev.tradewind.catalog.search.query.SearchQuery.Matching;
import dev.tradewind.catalog.search.query.SearchQuery.Sort;
import dev.tradewind.catalog.search.settings.SearchSettings;
import dev.tradewind.catalog.search.settings.SearchSettings.Results;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.FSDirectory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Searches that are carried over changes of products find what a search from nothing finds. */
class CarriedSearchTest {

  private static final int PRODUCTS = 200;
  private static final int ROUNDS = 200;
  private static final int SEARCHES = 60;

  private static final SearchSettings SETTINGS =
      new SearchSettings(
          1,
          new JsonObject(),
          SearchSettings.DEFAULT.layout(),
          Set.of("of"),
          Map.of("sofa", List.of(List.of("settee"), List.of("teal", "chair"))),
          Map.of(
              "stool", new Results(List.of("prod_7", "prod_9"), Set.of("prod_8")),
              "walnut", new Results(List.of("prod_5"), Set.of())),
          SearchSettings.DEFAULT.facets());

  private static final CatalogNames NAMES =
      CatalogNames.parse(
          new JsonObject()
              .put("collections", JsonArray.of(JsonArray.of("pcol_1", "Garden", "garden")))
              .put(
                  "types",
                  JsonArray.of(JsonArray.of("ptyp_1", "Ware"), JsonArray.of("ptyp_2", "Seat")))
              .put(
                  "tags",
                  JsonArray.of(JsonArray.of("ptag_1", "new"), JsonArray.of("ptag_2", "old")))
              .put(
                  "categories",
                  JsonArray.of(
                      JsonArray.of("pcat_1", "Home", null, true),
                      JsonArray.of("pcat_2", "Lamps", "pcat_1", true)))
              .encode());

  private final long seed = new Random().nextLong();
  private final Random random = new Random(seed);
  private final Map<String, String> rows = new TreeMap<>();
  private final OfferContext offers = offers();
  private ProductIndex index;
  private View view;
  private int created;

  /** Answer that is kept, with the products that have changed since. */
  private record Kept(List<Hit> hits, Counts counts, Basis basis, Set<String> changed) {

    static Kept of(Found found) {
      return new Kept(
          Objects.requireNonNull(found.page()).hits(),
          Objects.requireNonNull(found.counts()),
          found.basis(),
          new HashSet<>());
    }

    Kept with(Found found) {
      return new Kept(
          found.page() == null ? hits : found.page().hits(),
          found.counts() == null ? counts : found.counts(),
          found.basis(),
          new HashSet<>());
    }
  }

  @BeforeEach
  void open(@TempDir Path folder) throws IOException {
    index = ProductIndex.create(FSDirectory.open(folder), SETTINGS.layout());
    for (int i = 0; i < PRODUCTS; i++) {
      String id = "prod_" + i;
      rows.put(id, row(id));
    }
    index.add(rows.values(), NAMES);
    index.refresh();
    view = new View(index, SETTINGS, 0);
  }

  @AfterEach
  void close() throws IOException {
    index.close();
  }

  private static OfferContext offers() {
    return OfferContext.parse(
        new JsonObject()
            .put("channels", JsonArray.of("sc_1"))
            .put("locations", JsonArray.of("sloc_1"))
            .put(
                "place",
                new JsonObject()
                    .put("currency_code", "eur")
                    .put("currency_includes_tax", false)
                    .put("region_includes_tax", false))
            .put("taxed", true)
            .put("rate", "19")
            .put("lists", JsonArray.of(JsonArray.of("pl_1", "sale", false))));
  }

  @Test
  void changesAreCarriedExactly() throws IOException {
    List<SearchQuery> searches = Stream.generate(this::search).limit(SEARCHES).toList();
    Map<SearchQuery, Kept> all = new HashMap<>();
    int compared = 0;
    int carried = 0;
    int counted = 0;
    for (int round = 0; round < ROUNDS; round++) {
      for (int step = random.nextInt(3); step >= 0; step--) {
        Set<String> changed = change();
        all.values().forEach(kept -> kept.changed().addAll(changed));
      }
      for (int i = 0; i < 10; i++) {
        SearchQuery search = one(searches);
        Kept fresh = Kept.of(new ProductSearch(view, offers).find(search));
        Kept kept = all.get(search);
        Found found =
            kept == null
                ? null
                : new ProductSearch(view, offers)
                    .carried(search, kept.basis(), kept.changed())
                    .orElse(null);
        if (found != null) {
          compared++;
          carried += found.page() == null ? 1 : 0;
          counted += found.page() == null && found.counts() != null ? 1 : 0;
          Kept next = kept.with(found);
          String place = "seed %s, round %s: %s".formatted(seed, round, search);
          assertThat(next.hits()).as(place).isEqualTo(fresh.hits());
          // As text, which has the order of the values.
          assertThat(next.counts()).as(place).hasToString(fresh.counts().toString());
          fresh = next;
        }
        all.put(search, fresh);
      }
    }
    // Most searches are carried, and many of them with other counts.
    assertThat(compared).as("seed %s", seed).isGreaterThan(5 * ROUNDS);
    assertThat(carried).as("seed %s", seed).isGreaterThan(compared / 4);
    assertThat(counted).as("seed %s", seed).isGreaterThan(compared / 10);
  }

  @Test
  void anAnswerIsNotCarriedOverChangesThatAreNotKnown() throws IOException {
    SearchQuery search = search("chair", null, List.of(), 3);
    Basis basis = new ProductSearch(view, offers).find(search).basis();
    index.replace(IntStream.range(0, 1_001).mapToObj(i -> "gone_" + i).toList(), Map.of(), NAMES);
    change();
    assertThat(new ProductSearch(view, offers).carried(search, basis, Set.of())).isEmpty();

    Basis later = new ProductSearch(view, offers).find(search).basis();
    assertThat(new ProductSearch(view, offers).carried(search, later, Set.of())).isPresent();

    // Without words, which an empty index would expand to others.
    SearchQuery any = search("", null, List.of(), 3);
    Basis ofAny = new ProductSearch(view, offers).find(any).basis();
    assertThat(new ProductSearch(view, offers).carried(any, ofAny, Set.of())).isPresent();
    ProductIndex other = ProductIndex.create(new ByteBuffersDirectory(), SETTINGS.layout());
    assertThat(
            new ProductSearch(new View(other, SETTINGS, 0), offers).carried(any, ofAny, Set.of()))
        .isEmpty();
    other.close();
  }

  @SafeVarargs
  private <T> T one(T... choices) {
    return choices[random.nextInt(choices.length)];
  }

  private <T> T one(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  private String word() {
    return one(
        "wide",
        "walnut",
        "teal",
        "chair",
        "chairs",
        "armchair",
        "lantern",
        "sofa",
        "stool",
        "settee",
        "walrus",
        "wallet",
        "chaise",
        "lanterns");
  }

  private String title() {
    return word() + " " + word() + " " + one("heron", "plover", "curlew", "of heron");
  }

  private String row(String id) {
    JsonArray variants = new JsonArray();
    JsonArray prices = new JsonArray();
    JsonArray levels = new JsonArray();
    JsonArray values = new JsonArray();
    for (int i = random.nextInt(3); i >= 0; i--) {
      String variant = id + "_v" + i;
      variants.add(
          withoutNulls(
              new JsonObject()
                  .put("id", variant)
                  .put("title", one("S", "M", "L"))
                  .put("sku", "SKU-" + random.nextInt(50))
                  .put("managed", random.nextInt(4) > 0)
                  .put("backorder", random.nextInt(8) == 0)
                  .put("quantity", random.nextInt(3))
                  .put("required", one(1, 2, null))));
      if (random.nextInt(8) > 0) {
        prices.add(
            JsonArray.of(variant, 1_000 + 50 * random.nextInt(20), "eur", null, null, null, null));
      }
      if (random.nextInt(4) == 0) {
        prices.add(
            JsonArray.of(
                variant,
                800 + 50 * random.nextInt(10),
                "eur",
                null,
                one("pl_1", "pl_2"),
                null,
                null));
      }
      levels.add(JsonArray.of(variant, one("sloc_1", "sloc_2"), random.nextInt(3)));
      values.add(JsonArray.of("opt_1", one("Red", "red", "Blue", "Crème", "creme")));
      values.add(JsonArray.of("opt_2", one("S", "M", "L")));
    }
    JsonArray tags = new JsonArray();
    IntStream.rangeClosed(1, random.nextInt(3)).forEach(i -> tags.add("ptag_" + i));
    return withoutNulls(
            new JsonObject()
                .put("id", id)
                .put("title", title())
                .put("description", one("", "", word(), "For the " + word()))
                .put("handle", id)
                .put("material", one("oak", "Oak", "steel", null))
                .put("is_giftcard", random.nextInt(10) == 0)
                .put("created", 1_700_000_000_000_000L + 1_000L * random.nextInt(100))
                .put("collection_id", one("pcol_1", null))
                .put("type_id", one("ptyp_1", "ptyp_2", null))
                .put(
                    "channels",
                    random.nextInt(12) == 0 ? JsonArray.of("sc_2") : JsonArray.of("sc_1"))
                .put("tags", tags)
                .put(
                    "categories",
                    one(JsonArray.of("pcat_1"), JsonArray.of("pcat_2"), new JsonArray()))
                .put(
                    "options",
                    JsonArray.of(
                        JsonArray.of("opt_1", one("Color", "color")),
                        JsonArray.of("opt_2", "Size")))
                .put("values", values)
                .put("metadata", JsonArray.of(JsonArray.of("weight", random.nextInt(5))))
                .put("variants", variants)
                .put("prices", prices)
                .put("levels", levels))
        .encode();
  }

  /** The form of the statement that reads rows. */
  private static JsonObject withoutNulls(JsonObject row) {
    row.getMap().values().removeIf(Objects::isNull);
    return row;
  }

  /** Changes some products as one step of the feed does; returns their ids. */
  private Set<String> change() throws IOException {
    Set<String> changed = new HashSet<>();
    Map<String, String> found = new HashMap<>();
    for (int i = random.nextInt(3); i >= 0; i--) {
      String id = one(List.copyOf(rows.keySet()));
      switch (random.nextInt(12)) {
        case 0 -> {
          id = "prod_more" + created++;
          rows.put(id, row(id));
        }
        case 1 -> {
          if (rows.size() > PRODUCTS / 2) {
            rows.remove(id);
          }
        }
        case 2 -> {}
        case 3, 4, 5 -> rows.put(id, row(id));
        case 6 -> with(id, "title", one("Godwit bowl", "walnuts", "wide " + word(), "chiar"));
        case 7, 8 -> with(id, "title", title());
        case 9 -> with(id, "created", 1_700_000_000_000_000L + 1_000L * random.nextInt(100));
        case 10 -> with(id, "material", one("oak", "OAK", "glass"));
        default -> {
          JsonObject other = new JsonObject(row(id));
          with(id, "levels", other.getJsonArray("levels"));
          with(id, "prices", other.getJsonArray("prices"));
        }
      }
      changed.add(id);
    }
    changed.forEach(id -> {
      if (rows.containsKey(id)) {
        found.put(id, rows.get(id));
      }
    });
    index.replace(changed, found, NAMES);
    if (random.nextInt(20) == 0) {
      // A step that fails before the refresh has its changes again.
      index.replace(changed, found, NAMES);
    }
    index.refresh();
    if (random.nextInt(30) == 0) {
      index.commit(new ProductIndex.Position("epoch", "snapshot"));
    }
    return changed;
  }

  private void with(String id, String name, Object value) {
    rows.put(id, new JsonObject(rows.get(id)).put(name, value).encode());
  }

  private SearchQuery search() {
    String text =
        String.join(
            " ",
            one(
                "",
                "",
                word(),
                "walnit",
                "lantren",
                "chair",
                "so",
                "wal",
                "walnu",
                "arm chair",
                "stoool"),
            one("", "", word()),
            one("", "", "-teal", "\"wide walnut\"", "of", "heron"));
    List<Sort> sort =
        random.nextInt(3) > 0
            ? List.of()
            : List.of(
                new Sort(
                    one("price", "price_incl_tax", "title", "created_at"), random.nextBoolean()));
    return search(
        text.strip(),
        one(
            null,
            null,
            "type_value = Seat",
            "price > 1500",
            "price 1000 TO 1400 OR price NOT EXISTS",
            "available = true",
            "tags_value = new AND NOT material = oak",
            "title CONTAINS nut",
            "metadata.weight >= 3",
            "options.color IN [red, creme]"),
        sort,
        one(3, 12, 20));
  }

  private SearchQuery search(String text, String filter, List<Sort> sort, int limit) {
    Map<String, String> facets = new LinkedHashMap<>();
    Stream.of(
            "price",
            "price_incl_tax",
            "available",
            "tags_value",
            "type_value",
            "material",
            "options.Color",
            "metadata.weight",
            "categories",
            "options.*",
            "*")
        .filter(name -> random.nextInt(3) > 0)
        .forEach(name ->
            facets.put(
                name, name.equals("*") ? name : Objects.requireNonNull(Attributes.facet(name))));
    Filter parsed = filter == null ? null : FilterParser.parse(filter);
    return new SearchQuery(
        text,
        parsed,
        facets,
        sort,
        random.nextInt(6) == 0 ? List.of("title", "material") : List.of(),
        one(Matching.LAST, Matching.LAST, Matching.ALL, Matching.FREQUENCY),
        random.nextInt(4) == 0 ? random.nextInt(12) : 0,
        random.nextInt(15) == 0 ? 0 : limit,
        random.nextInt(8) == 0 ? 0.5 : 0);
  }
}
