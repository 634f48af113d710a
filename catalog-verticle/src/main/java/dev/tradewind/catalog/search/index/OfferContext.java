package dev.tradewind.catalog.search.index;

import dev.tradewind.catalog.price.PriceCandidate;
import dev.tradewind.catalog.price.PriceSelection;
import dev.tradewind.catalog.price.TaxedPrice;
import dev.tradewind.kernel.json.JsonArrays;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.util.FixedBitSet;
import org.jspecify.annotations.Nullable;

/**
 * Prices and availability for callers of one region or currency, customer groups and sales
 * channels, by the rules of the product list. They are computed once of each segment, so that
 * filters, facets and orders by price read an array. Used by several threads.
 */
public final class OfferContext {

  /** Price of a product without one for the callers. */
  public static final long NO_PRICE = Long.MIN_VALUE;

  private final Object identity = new Object();
  private final List<String> channels;
  private final Set<String> locations;
  private final @Nullable Place place;
  private final Map<String, ListRule> lists;
  private final Taxes taxes;
  private final Map<Object, Column> columns = new ConcurrentHashMap<>();

  /** Values of the documents of one segment. */
  public interface Column {

    /** Price by an attribute that is one; {@link #NO_PRICE} without one. */
    long price(String attribute, int document);

    boolean isAvailable(int document);
  }

  /** Source of the values of segments. */
  public interface Columns {
    Column of(LeafReaderContext segment);
  }

  /** Values of a product. */
  private record Offer(long price, long priceInclTax, boolean isAvailable) {

    private static final Offer NONE = new Offer(NO_PRICE, NO_PRICE, false);

    long price(String attribute) {
      return attribute.equals(Attributes.PRICE_INCL_TAX) ? priceInclTax : price;
    }
  }

  /** Values of all documents of a segment. */
  private record Computed(long[] prices, long[] pricesInclTax, FixedBitSet available)
      implements Column {

    @Override
    public long price(String attribute, int document) {
      return (attribute.equals(Attributes.PRICE_INCL_TAX) ? pricesInclTax : prices)[document];
    }

    @Override
    public boolean isAvailable(int document) {
      return available.get(document);
    }
  }

  /** Values of documents in ascending order, computed one by one. */
  private final class Single implements Column {

    private final BinaryDocValues offers;
    private int at = -1;
    private Offer offer = Offer.NONE;

    private Single(LeafReader segment) {
      try {
        offers = DocValues.getBinary(segment, Fields.OFFERS);
      } catch (IOException failure) {
        throw new UncheckedIOException(failure);
      }
    }

    private Offer of(int document) {
      if (document != at) {
        offer = offer(offers, document);
        at = document;
      }
      return offer;
    }

    @Override
    public long price(String attribute, int document) {
      return of(document).price(attribute);
    }

    @Override
    public boolean isAvailable(int document) {
      return of(document).isAvailable();
    }
  }

  /** Lowest prices of the variants of a product; the largest number without one. */
  private static final class Lowest {

    private long withTax = Long.MAX_VALUE;
    private long withoutTax = Long.MAX_VALUE;

    void add(boolean includesTax, long price) {
      if (includesTax) {
        withTax = Math.min(withTax, price);
      } else {
        withoutTax = Math.min(withoutTax, price);
      }
    }

    boolean isEmpty() {
      return withTax == Long.MAX_VALUE && withoutTax == Long.MAX_VALUE;
    }
  }

  private record Place(
      String currency, @Nullable String region, boolean currencyIncludes, boolean regionIncludes) {}

  private record ListRule(String type, boolean includesTax) {}

  /**
   * Rates of a region by id, and those of products and types, as ids of rates.
   *
   * @param areShown whether the region shows prices with them
   */
  private record Taxes(
      boolean areShown,
      BigDecimal ofRegion,
      Map<String, BigDecimal> rates,
      Map<String, Set<String>> ofProducts,
      Map<String, Set<String>> ofTypes) {

    BigDecimal percent(Offers offers) {
      Set<String> linked = new HashSet<>(ofProducts.getOrDefault(offers.productId(), Set.of()));
      linked.addAll(ofTypes.getOrDefault(offers.typeId(), Set.of()));
      if (linked.isEmpty()) {
        return ofRegion;
      }
      return linked.stream()
          .map(id -> rates.getOrDefault(id, BigDecimal.ZERO))
          .reduce(BigDecimal.ZERO, BigDecimal::add);
    }
  }

  private OfferContext(
      List<String> channels,
      Set<String> locations,
      @Nullable Place place,
      Map<String, ListRule> lists,
      Taxes taxes) {
    this.channels = channels;
    this.locations = locations;
    this.place = place;
    this.lists = lists;
    this.taxes = taxes;
  }

  /** Identity, without what has been computed by it. */
  public Object identity() {
    return identity;
  }

  /** The context in the form of {@link OfferContextStore}. */
  static OfferContext parse(JsonObject found) {
    JsonObject place = found.getJsonObject("place");
    Map<String, ListRule> lists = new HashMap<>();
    rows(found, "lists")
        .forEach(
            row -> lists.put(row.getString(0), new ListRule(row.getString(1), row.getBoolean(2))));
    Map<String, BigDecimal> rates = new HashMap<>();
    rows(found, "rates")
        .forEach(row -> rates.put(row.getString(0), new BigDecimal(row.getString(1))));
    return new OfferContext(
        JsonArrays.strings(found.getJsonArray("channels")),
        Set.copyOf(JsonArrays.strings(found.getJsonArray("locations"))),
        place == null
            ? null
            : new Place(
                place.getString("currency_code"),
                place.getString("region_id"),
                place.getBoolean("currency_includes_tax"),
                place.getBoolean("region_includes_tax")),
        lists,
        new Taxes(
            found.getBoolean("taxed", false),
            new BigDecimal(found.getString("rate", "0")),
            rates,
            linked(found, "products"),
            linked(found, "types")));
  }

  private static List<JsonArray> rows(JsonObject found, String name) {
    return found.getJsonArray(name, new JsonArray()).stream().map(JsonArray.class::cast).toList();
  }

  private static Map<String, Set<String>> linked(JsonObject found, String name) {
    Map<String, Set<String>> linked = new HashMap<>();
    rows(found, name)
        .forEach(row ->
            linked.computeIfAbsent(row.getString(0), id -> new HashSet<>()).add(row.getString(1)));
    return linked;
  }

  /** Sales channels whose products the callers see. */
  public List<String> channels() {
    return channels;
  }

  /** Values of all documents of a reader; those of segments that are gone are dropped. */
  public Columns ofAll(IndexReader whole) {
    return leaf -> column(leaf, whole);
  }

  /** Values of few documents, for which those of their whole segments are not computed. */
  public Columns ofFew() {
    return leaf -> {
      Column known = columns.get(leaf.reader().getCoreCacheHelper().getKey());
      return known == null ? new Single(leaf.reader()) : known;
    };
  }

  private Column column(LeafReaderContext leaf, IndexReader whole) {
    IndexReader.CacheHelper helper = leaf.reader().getCoreCacheHelper();
    Column known = columns.get(helper.getKey());
    if (known != null) {
      return known;
    }
    if (columns.size() > 2 * whole.leaves().size() + 8) {
      Set<Object> live = new HashSet<>();
      whole.leaves().forEach(one -> live.add(one.reader().getCoreCacheHelper().getKey()));
      columns.keySet().retainAll(live);
    }
    return columns.computeIfAbsent(helper.getKey(), key -> computed(leaf.reader()));
  }

  private Column computed(LeafReader segment) {
    long[] prices = new long[segment.maxDoc()];
    long[] pricesInclTax = new long[segment.maxDoc()];
    FixedBitSet available = new FixedBitSet(segment.maxDoc());
    try {
      BinaryDocValues offers = DocValues.getBinary(segment, Fields.OFFERS);
      for (int document = 0; document < prices.length; document++) {
        Offer offer = offer(offers, document);
        prices[document] = offer.price();
        pricesInclTax[document] = offer.priceInclTax();
        if (offer.isAvailable()) {
          available.set(document);
        }
      }
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    return new Computed(prices, pricesInclTax, available);
  }

  private Offer offer(BinaryDocValues offers, int document) {
    try {
      if (!offers.advanceExact(document)) {
        return Offer.NONE;
      }
      Offers found = Offers.decode(offers.binaryValue());
      Lowest lowest = lowest(found);
      return lowest.isEmpty()
          ? new Offer(NO_PRICE, NO_PRICE, isAvailable(found))
          : new Offer(
              Math.min(lowest.withTax, lowest.withoutTax),
              inclTax(lowest, found),
              isAvailable(found));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private boolean isAvailable(Offers offers) {
    return offers.variants().stream().anyMatch(this::isAvailable);
  }

  private boolean isAvailable(Offers.Variant variant) {
    if (!variant.isManaged()) {
      return true;
    }
    if (!variant.isLocated()) {
      return variant.mayBackorder() || variant.quantity() > 0;
    }
    if (channels.isEmpty()) {
      return false;
    }
    long units = 0;
    for (Offers.Level level : variant.levels()) {
      if (locations.contains(level.location())) {
        units += level.available();
      }
    }
    return variant.mayBackorder() || units / variant.required() > 0;
  }

  /** Whether the region or currency is one of the shop, so that products have prices. */
  public boolean hasPlace() {
    return place != null;
  }

  private Lowest lowest(Offers offers) {
    Lowest lowest = new Lowest();
    if (place != null) {
      offers.variants().forEach(variant -> addPrice(variant, offers, lowest));
    }
    return lowest;
  }

  private long inclTax(Lowest lowest, Offers offers) {
    if (lowest.withoutTax == Long.MAX_VALUE || !taxes.areShown()) {
      return Math.min(lowest.withTax, lowest.withoutTax);
    }
    long taxed = TaxedPrice.inclusive(lowest.withoutTax, taxes.percent(offers));
    return Math.min(lowest.withTax, taxed);
  }

  private void addPrice(Offers.Variant variant, Offers offers, Lowest lowest) {
    long least = Long.MAX_VALUE;
    int withTax = 0;
    int found = 0;
    for (Offers.Price price : variant.prices()) {
      if (price.minQuantity() == 0 && isHere(price)) {
        found++;
        withTax += includesTax(price) ? 1 : 0;
        least = Math.min(least, price.amount());
      }
    }
    if (withTax > 0 && withTax < found) {
      addLowestGross(variant, offers, lowest);
    } else if (found > 0) {
      lowest.add(withTax > 0, least);
    }
  }

  private boolean isHere(Offers.Price price) {
    Place here = place;
    if (here == null || !(price.list().isEmpty() || lists.containsKey(price.list()))) {
      return false;
    }
    return price.region().isEmpty()
        ? price.currency().equals(here.currency())
        : price.region().equals(here.region());
  }

  private boolean includesTax(Offers.Price price) {
    Place here = place;
    ListRule list = lists.get(price.list());
    return (list != null && list.includesTax())
        || (here != null
            && (here.currencyIncludes() || (!price.region().isEmpty() && here.regionIncludes())));
  }

  /** Prices with and without tax are compared by their gross amount. */
  private void addLowestGross(Offers.Variant variant, Offers offers, Lowest lowest) {
    List<PriceCandidate> candidates = new ArrayList<>();
    for (Offers.Price price : variant.prices()) {
      if (isHere(price)) {
        ListRule list = lists.get(price.list());
        candidates.add(
            new PriceCandidate(
                price.amount(),
                includesTax(price),
                price.region().isEmpty() ? null : price.region(),
                list == null ? null : list.type(),
                price.minQuantity(),
                price.maxQuantity()));
      }
    }
    PriceSelection.of(
            candidates, place == null ? null : place.region(), null, taxes.percent(offers))
        .calculated()
        .ifPresent(price -> lowest.add(price.includesTax(), price.amount()));
  }
}
