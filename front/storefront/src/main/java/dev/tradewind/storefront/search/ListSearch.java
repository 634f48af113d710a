package dev.tradewind.storefront.search;

import dev.tradewind.storefront.answer.Answer;
import dev.tradewind.storefront.answer.ProductList.Facets;
import dev.tradewind.storefront.answer.ProductList.Found;
import dev.tradewind.storefront.answer.ProductList.Hit;
import dev.tradewind.storefront.design.Language;
import dev.tradewind.storefront.render.Link;
import dev.tradewind.storefront.render.ProductCard;
import dev.tradewind.storefront.render.ProductView;
import dev.tradewind.storefront.visit.ListQuery;
import dev.tradewind.storefront.visit.RefusedException;
import dev.tradewind.storefront.visit.StoreCall;
import dev.tradewind.storefront.visit.Visit;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Search behind a list of products. It needs one call; a second one counts the other values of
 * facets that are chosen, or finds what would help if there is nothing.
 */
public final class ListSearch {

  /** Hits of a search, before and in its answer. */
  public static final int MAX_HITS = 1_000;

  /** Links that help where nothing is found. */
  private static final int MAX_HELP = 8;

  private final Visit visit;
  private final ListQuery query;
  private final SearchBody body;
  private final boolean isOfCollection;

  private ListSearch(Visit visit, String scope, boolean isOfCollection) {
    this.visit = visit;
    this.query = visit.listQuery();
    this.body = new SearchBody(scope, new PriceUnits(visit.presentRegion().currencyCode()));
    this.isOfCollection = isOfCollection;
  }

  /**
   * Page of a list.
   *
   * @param count of all products
   * @param filters null if there is nothing to choose and nothing to sort
   * @param help lists that are not empty, if this one is
   * @param correction list of words with which more is found; null where none seems misspelled
   */
  public record Result(
      List<ProductCard> products,
      int count,
      @Nullable Filters filters,
      List<Help> help,
      @Nullable Link correction) {}

  /**
   * List that is not empty.
   *
   * @param count of its products
   */
  public record Help(Link list, int count) {}

  /** All products. */
  public static ListSearch ofAll(Visit visit) {
    return new ListSearch(visit, "", false);
  }

  public static ListSearch ofCollection(Visit visit, String id) {
    return new ListSearch(visit, "collection_id = " + SearchBody.quoted(id), true);
  }

  /** Products of a category and of those below it. */
  public static ListSearch ofCategory(Visit visit, String id) {
    return new ListSearch(visit, "category_id = " + SearchBody.quoted(id), false);
  }

  /**
   * A page of the list with its filters.
   *
   * @param limit 0: the filters alone
   */
  public Future<Result> find(int offset, int limit) {
    return Future.all(found(body.page(query, offset, limit)), unfiltered())
        .compose(read -> {
          Found found = read.resultAt(0);
          Map<String, Facets> unfiltered = read.resultAt(1);
          Filters filters =
              Filters.of(
                  visit.page(),
                  query,
                  found.facets(),
                  unfiltered,
                  body.prices(),
                  isOfCollection,
                  visit.text());
          int count = found.facets().count();
          return (count == 0 ? help() : Future.succeededFuture(List.<Help>of()))
              .map(help ->
                  new Result(
                      cards(found),
                      count,
                      count < 2 && filters.isEmpty() ? null : filters,
                      help,
                      correction(found.correctedWords())));
        });
  }

  private @Nullable Link correction(@Nullable String words) {
    return words == null ? null : new Link(words, visit.page() + query.withWords(words).query());
  }

  /** First products for words that are being typed. */
  public Future<List<ProductCard>> suggest(int limit) {
    return found(body.suggestions(query, limit)).map(this::cards);
  }

  private List<ProductCard> cards(Found found) {
    return found.hits().stream().map(this::card).toList();
  }

  private ProductCard card(Hit hit) {
    ProductView product = new ProductView(hit.product(), visit.currency(), visit.text());
    String title = hit.title();
    return title == null ? product.card() : product.card(title);
  }

  private Future<Found> found(JsonObject search) {
    return asked(
        List.of(search), all -> call("storeSearchProduct", all.getFirst()), Answer.FOUND_PRODUCTS);
  }

  private Future<List<Facets>> count(List<JsonObject> searches) {
    return searches.isEmpty()
        ? Future.succeededFuture(List.of())
        : asked(
            searches,
            all -> call("storeSearchIndexes", new JsonObject().put("queries", new JsonArray(all))),
            Answer.FACETS);
  }

  private StoreCall call(String operation, JsonObject search) {
    return StoreCall.of(operation).sending(search.put("region_id", visit.presentRegion().id()));
  }

  /** A node of the version before refuses the price with taxes, which it does not know. */
  private <T> Future<T> asked(
      List<JsonObject> searches, Function<List<JsonObject>, StoreCall> call, Answer<T> answer) {
    List<JsonObject> before = searches.stream().map(SearchBody::before).toList();
    boolean isOfPrices = !before.equals(searches);
    return visit
        .ask(call.apply(searches), answer)
        .recover(failure ->
            failure instanceof RefusedException refused && refused.status() == 400 && isOfPrices
                ? visit.ask(call.apply(before), answer)
                : Future.failedFuture(failure));
  }

  /** Counts of the filters in use as they are without the own choice of each. */
  private Future<Map<String, Facets>> unfiltered() {
    Map<String, JsonObject> searches = new LinkedHashMap<>();
    for (String facet : query.facets()) {
      searches.put(facet, counted(query.without(facet), SearchBody.attribute(facet)));
    }
    if (query.isAvailable()) {
      searches.put(ListQuery.AVAILABLE, counted(query.withUnavailable(), SearchBody.AVAILABLE));
    }
    if (query.hasPrice()) {
      searches.put(
          SearchBody.COUNTED_PRICE, counted(query.withoutPrice(), SearchBody.COUNTED_PRICE));
    }
    return count(List.copyOf(searches.values()))
        .map(counts -> {
          Map<String, Facets> unfiltered = new HashMap<>();
          List<String> names = List.copyOf(searches.keySet());
          for (int i = 0; i < names.size(); i++) {
            unfiltered.put(names.get(i), counts.get(i));
          }
          return unfiltered;
        });
  }

  private JsonObject counted(ListQuery other, String attribute) {
    return body.count(other, List.of(attribute));
  }

  /** Lists with one filter or one word less that are not empty. */
  private Future<List<Help>> help() {
    Language text = visit.text();
    Map<ListQuery, String> others = new LinkedHashMap<>();
    for (String facet : query.facets()) {
      for (String value : query.values(facet)) {
        others.put(query.without(facet, value), text.of("list.without", value));
      }
    }
    if (query.isAvailable()) {
      others.put(query.withUnavailable(), text.of("list.without", text.of("filter.available")));
    }
    if (query.hasPrice()) {
      others.put(query.withoutPrice(), text.of("list.without", text.of("filter.price")));
    }
    if (query.isFiltered()) {
      others.putIfAbsent(query.withoutFilters(), text.of("list.without-filters"));
    }
    List<String> words = List.of(query.words().split("\\s+"));
    for (int left = words.size() - 1; left >= 0 && words.size() > 1; left--) {
      List<String> rest = new ArrayList<>(words);
      String word = rest.remove(left);
      others.putIfAbsent(query.withWords(String.join(" ", rest)), text.of("list.without", word));
    }
    List<Map.Entry<ListQuery, String>> asked = others.entrySet().stream().limit(MAX_HELP).toList();
    return count(asked.stream().map(other -> body.count(other.getKey(), List.of())).toList())
        .map(counts -> {
          List<Help> help = new ArrayList<>();
          for (int i = 0; i < asked.size(); i++) {
            int count = counts.get(i).count();
            if (count > 0) {
              Map.Entry<ListQuery, String> one = asked.get(i);
              help.add(
                  new Help(new Link(one.getValue(), visit.page() + one.getKey().query()), count));
            }
          }
          return help;
        });
  }
}
