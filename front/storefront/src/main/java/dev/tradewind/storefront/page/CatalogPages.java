package dev.tradewind.storefront.page;

import dev.tradewind.storefront.answer.Answer;
import dev.tradewind.storefront.answer.ProductCollection;
import dev.tradewind.storefront.answer.ProductList;
import dev.tradewind.storefront.answer.Variant;
import dev.tradewind.storefront.look.Look;
import dev.tradewind.storefront.render.Link;
import dev.tradewind.storefront.render.ProductCard;
import dev.tradewind.storefront.render.ProductView;
import dev.tradewind.storefront.visit.RefusedException;
import dev.tradewind.storefront.visit.StoreCall;
import dev.tradewind.storefront.visit.View;
import dev.tradewind.storefront.visit.Visit;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Pages of the catalog: home, and products. */
public final class CatalogPages {

  private static final int NEWEST = 8;
  private static final String OPTION = "option-";
  private static final String LISTED = "title,subtitle,handle,thumbnail,metadata";

  /** Kinds of sections of the home page. */
  private static final String COLLECTION = "collection";

  private static final String PRODUCTS = "products";
  private static final Set<String> WITH_PRODUCTS = Set.of(COLLECTION, PRODUCTS);

  /** Lists of products of one page that are asked for at a time. */
  private static final int MAX_CALLS = 4;

  private static final ProductList NO_PRODUCTS = new ProductList(List.of(), 0);

  /** Entries of the first rows, whose images are loaded first. */
  private static final int EAGER = 4;

  /**
   * Content of the home page.
   *
   * @param products newest ones, of the section with them
   * @param eager number of entries whose images are loaded first
   * @param heroImage picture beside the headline; empty without one
   */
  private record Home(
      String description,
      String headline,
      @Nullable String claim,
      String headlineLanguage,
      String claimLanguage,
      String heroImage,
      boolean hasHero,
      List<HomeSection> sections,
      List<ProductCard> products,
      int eager) {}

  /**
   * Section of the home page.
   *
   * @param id of its heading
   * @param html text of it; empty without one
   * @param language tag of the language of title and text, if staff have given them; else empty
   * @param path of the list with more products; null without one
   * @param eager number of entries whose images are loaded first
   */
  private record HomeSection(
      String id,
      String kind,
      String title,
      String html,
      String language,
      List<ProductCard> products,
      @Nullable String path,
      int eager) {}

  /**
   * Sections in their order. Their collections are found by one call, and equal lists of products
   * are asked for once, a few at a time.
   */
  public Future<View> home(Visit visit) {
    List<Look.Section> sections = visit.look().sections();
    return collections(visit, sections)
        .compose(collections -> {
          Map<StoreCall, ProductList> found = new HashMap<>();
          List<StoreCall> lists =
              sections.stream()
                  .flatMap(section -> list(visit, section, collections).stream())
                  .distinct()
                  .toList();
          return inTurn(visit, lists, found)
              .map(read -> home(visit, shown(visit, sections, collections, found)));
        });
  }

  /** Collections of the sections by their handles; those that do not exist are left out. */
  private static Future<Map<String, ProductCollection>> collections(
      Visit visit, List<Look.Section> sections) {
    List<String> handles =
        sections.stream()
            .filter(section -> section.kind().equals(COLLECTION))
            .map(Look.Section::handle)
            .filter(Objects::nonNull)
            .distinct()
            .toList();
    if (handles.isEmpty() || visit.region() == null) {
      return Future.succeededFuture(new HashMap<>());
    }
    StoreCall call = StoreCall.of("storeListCollections");
    for (String handle : handles) {
      call = call.where("handle[]", handle);
    }
    return visit
        .ask(call.where("limit", handles.size()), Answer.COLLECTIONS)
        .map(found ->
            found.stream()
                .collect(Collectors.toMap(ProductCollection::handle, Function.identity())));
  }

  /**
   * Call for the products of a section; empty if it has none, if its collection does not exist, or
   * if the shop has no region yet, in whose currency products are shown.
   */
  private static Optional<StoreCall> list(
      Visit visit, Look.Section section, Map<String, ProductCollection> collections) {
    if (visit.region() == null) {
      return Optional.empty();
    }
    return switch (section.kind()) {
      case PRODUCTS ->
          Optional.of(listed(visit).where("limit", NEWEST).where("order", "-created_at"));
      case COLLECTION ->
          Optional.ofNullable(collections.get(section.handle()))
              .map(collection ->
                  listed(visit).where("collection_id[]", collection.id()).where("limit", NEWEST));
      default -> Optional.empty();
    };
  }

  /** Makes the calls, each of some sequences beside the others, so that few run at a time. */
  private static Future<?> inTurn(
      Visit visit, List<StoreCall> calls, Map<StoreCall, ProductList> found) {
    List<Future<Void>> sequences = new ArrayList<>();
    for (int first = 0; first < Math.min(calls.size(), MAX_CALLS); first++) {
      Future<Void> sequence = Future.succeededFuture();
      for (int i = first; i < calls.size(); i += MAX_CALLS) {
        StoreCall call = calls.get(i);
        sequence =
            sequence
                .compose(before -> visit.ask(call, Answer.PRODUCT_LIST))
                .<Void>map(products -> {
                  found.put(call, products);
                  return null;
                });
      }
      sequences.add(sequence);
    }
    return Future.all(sequences);
  }

  private static List<HomeSection> shown(
      Visit visit,
      List<Look.Section> sections,
      Map<String, ProductCollection> collections,
      Map<StoreCall, ProductList> found) {
    List<HomeSection> shown = new ArrayList<>();
    boolean isFirst = true;
    for (int i = 0; i < sections.size(); i++) {
      Look.Section section = sections.get(i);
      Optional<StoreCall> list = list(visit, section, collections);
      boolean isEmpty =
          WITH_PRODUCTS.contains(section.kind())
              ? list.isEmpty()
              : section.kind().equals("collections") && visit.collections().isEmpty();
      if (!isEmpty) {
        ProductList products = list.map(found::get).orElse(NO_PRODUCTS);
        ProductCollection collection = collections.get(section.handle());
        shown.add(
            section(visit, section, "section-" + i, products, collection, isFirst ? EAGER : 0));
        isFirst &= list.isEmpty();
      }
    }
    return shown;
  }

  private static View home(Visit visit, List<HomeSection> shown) {
    String picture =
        visit.look().sections().stream()
            .map(Look.Section::image)
            .filter(Objects::nonNull)
            .findFirst()
            .or(() ->
                shown.stream()
                    .flatMap(section -> section.products().stream())
                    .map(ProductCard::image)
                    .filter(Objects::nonNull)
                    .findFirst())
            .orElse("");
    List<ProductCard> newest =
        shown.stream()
            .filter(section -> section.kind().equals(PRODUCTS))
            .findFirst()
            .map(HomeSection::products)
            .orElse(List.of());
    Look look = visit.look();
    return View.Page.found(
        "home",
        look.name(),
        new Home(
            look.description(),
            look.headline(),
            look.claim(),
            look.headlineLanguage(),
            look.claimLanguage(),
            picture,
            shown.stream().anyMatch(section -> section.kind().equals("hero")),
            shown,
            newest,
            EAGER));
  }

  private static HomeSection section(
      Visit visit,
      Look.Section section,
      String id,
      ProductList products,
      @Nullable ProductCollection collection,
      int eager) {
    String given = section.title();
    String title =
        given != null
            ? given
            : switch (section.kind()) {
              case PRODUCTS -> visit.text().of("home.new");
              case "collections" -> visit.text().of("home.collections");
              default -> collection == null ? "" : collection.title();
            };
    return new HomeSection(
        id,
        section.kind(),
        title,
        section.html(),
        given == null && section.html().isEmpty() ? "" : section.language(),
        cards(products, visit),
        collection == null ? null : Link.of(collection).path(),
        eager);
  }

  static <T> T only(List<T> found, Visit visit) {
    if (found.size() != 1) {
      throw new RefusedException(404, visit.text().of("problem.404"));
    }
    return found.getFirst();
  }

  /** Call for products as lists show them. */
  static StoreCall listed(Visit visit) {
    return StoreCall.of("storeListProducts")
        .where("region_id", visit.presentRegion().id())
        .where("is_giftcard", "false")
        .where("fields", LISTED)
        .where("expand", "variants,variants.prices");
  }

  static List<ProductCard> cards(ProductList found, Visit visit) {
    return found.products().stream()
        .map(product -> new ProductView(product, visit.currency(), visit.text()).card())
        .toList();
  }

  public Future<View> product(Visit visit) {
    return find(visit, visit.pathParameter("handle")).map(found -> page(visit, found, null));
  }

  /** The product of a handle; refused if the shop does not sell it. */
  static Future<ProductView> find(Visit visit, String handle) {
    return visit
        .ask(
            StoreCall.of("storeListProducts")
                .where("handle", handle)
                .where("region_id", visit.presentRegion().id()),
            Answer.PRODUCTS)
        .map(found -> new ProductView(only(found, visit), visit.currency(), visit.text()));
  }

  /** Request of an e-mail about a sold-out variant of the product. */
  public Future<View> requestRestock(Visit visit) {
    JsonObject body =
        new JsonObject().put("email", visit.sent("email")).put("language", visit.text().language());
    return find(visit, visit.pathParameter("handle"))
        .compose(product ->
            visit
                .call(
                    StoreCall.of("storeRequestRestockNotification", visit.sent("variant"))
                        .sending(body))
                .<View>map(done -> page(visit, product, visit.text().of("restock.done")))
                .recover(
                    RefusedException.shownBy(refusal ->
                        Future.succeededFuture(page(visit, product, null).refusing(refusal)))));
  }

  /**
   * Page of a product, also after a refused attempt to buy it.
   *
   * @param told what a request of an e-mail has led to; absent without one
   */
  static View.Page page(Visit visit, ProductView product, @Nullable String told) {
    String chosen =
        visit.isWrite()
            ? product.variant(chosenOptions(visit)).map(Variant::id).orElse("")
            : visit.asked("variant");
    return View.Page.found(
        "product",
        product.product().title(),
        product.details(
            visit.home() + "products/" + StoreCall.encoded(product.product().handle()),
            visit.home(),
            chosen),
        product.offer(chosen, told));
  }

  /** Values of the options that the form of the page has sent, by the ids of the options. */
  static Map<String, String> chosenOptions(Visit visit) {
    Map<String, String> chosen = new HashMap<>();
    visit
        .form()
        .forEach(entry -> {
          if (entry.getKey().startsWith(OPTION)) {
            chosen.put(entry.getKey().substring(OPTION.length()), entry.getValue());
          }
        });
    return chosen;
  }
}
