package dev.tradewind.storefront.answer;

import dev.tradewind.kernel.json.JsonArrays;
import dev.tradewind.kernel.json.RecordCodec;
import dev.tradewind.kernel.text.Sha256;
import dev.tradewind.spi.OrderTimeline;
import io.vertx.core.json.JsonObject;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Form of an answer of the store API: the member of the body that holds it, and its record. The
 * only place of the storefront that reads JSON of the API.
 *
 * @param reader of the body
 */
public record Answer<T>(Function<JsonObject, T> reader) {

  private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

  public static final Answer<StorefrontContent> STOREFRONT =
      member("storefront", StorefrontContent.class);
  public static final Answer<List<Region>> REGIONS = list("regions", Region.class);
  public static final Answer<List<ProductCollection>> COLLECTIONS =
      list("collections", ProductCollection.class);
  public static final Answer<List<Category>> CATEGORIES =
      list("product_categories", Category.class);
  public static final Answer<List<Listed>> LISTED_COLLECTIONS = list("collections", Listed.class);
  public static final Answer<List<Listed>> LISTED_CATEGORIES =
      list("product_categories", Listed.class);
  public static final Answer<List<Listed>> LISTED_PRODUCTS = list("products", Listed.class);
  public static final Answer<List<Product>> PRODUCTS = list("products", Product.class);
  public static final Answer<List<Product.Exchangeable>> EXCHANGEABLE_PRODUCTS =
      list("products", Product.Exchangeable.class);
  public static final Answer<ProductList> PRODUCT_LIST = body(ProductList.class);
  public static final Answer<ProductList.Found> FOUND_PRODUCTS = found();
  public static final Answer<List<ProductList.Facets>> FACETS =
      list("results", ProductList.Facets.class);
  public static final Answer<Category.Page> CATEGORY_PAGE = body(Category.Page.class);
  public static final Answer<ProductKeys> PRODUCT_KEYS = body(ProductKeys.class);
  public static final Answer<Cart> CART = member("cart", Cart.class);
  public static final Answer<List<ShippingOption>> SHIPPING_OPTIONS =
      list("shipping_options", ShippingOption.class);
  public static final Answer<CalculationSteps> CALCULATION =
      member("totals_explanation", CalculationSteps.class);
  public static final Answer<Completion> COMPLETION = body(Completion.class);
  public static final Answer<Customer> CUSTOMER = member("customer", Customer.class);
  public static final Answer<Placed> ORDER = placed();
  public static final Answer<OrderList> ORDERS = body(OrderList.class);
  public static final Answer<List<Return.Reason>> RETURN_REASONS =
      list("return_reasons", Return.Reason.class);
  public static final Answer<Swap.Created> SWAP = member("swap", Swap.Created.class);

  /** Order with the timeline of what happened to it. */
  public record Placed(Order order, List<OrderTimeline.Step> timeline) {

    /** Digest of the order: the same exactly while it is. */
    public String digest() {
      return Sha256.of(toString());
    }
  }

  /**
   * Product or other resource of which search engines are told.
   *
   * @param updatedAt time of its last change
   */
  public record Listed(
      String id, String handle, @Nullable String updatedAt, @Nullable String thumbnail)
      implements Keyed {}

  /** Row of a list that is read behind a key. */
  public interface Keyed {
    String id();
  }

  /** Key of a row, for a list of which nothing else is read. */
  public record Key(String id) implements Keyed {}

  /** Keys of a page of products, and the number of all products. */
  public record ProductKeys(List<Key> products, int count) {}

  private static Answer<Placed> placed() {
    RecordCodec<Order> codec = RecordCodec.of(LOOKUP, Order.class);
    return new Answer<>(body -> {
      JsonObject order = body.getJsonObject("order");
      return new Placed(codec.read(order), OrderTimeline.of(order));
    });
  }

  private static Answer<ProductList.Found> found() {
    RecordCodec<Product> product = RecordCodec.of(LOOKUP, Product.class);
    RecordCodec<ProductList.Facets> facets = RecordCodec.of(LOOKUP, ProductList.Facets.class);
    return new Answer<>(body -> {
      List<ProductList.Hit> hits =
          JsonArrays.objects(body.getJsonArray("hits")).stream()
              .map(hit ->
                  new ProductList.Hit(
                      product.read(hit),
                      hit.getJsonObject("_formatted", new JsonObject()).getString("title")))
              .toList();
      return new ProductList.Found(hits, facets.read(body), body.getString("correctedQuery"));
    });
  }

  private static <T extends Record> Answer<T> body(Class<T> type) {
    return new Answer<>(RecordCodec.of(LOOKUP, type)::read);
  }

  private static <T extends Record> Answer<T> member(String name, Class<T> type) {
    RecordCodec<T> codec = RecordCodec.of(LOOKUP, type);
    return new Answer<>(body -> codec.read(body.getJsonObject(name)));
  }

  private static <T extends Record> Answer<List<T>> list(String name, Class<T> type) {
    RecordCodec<T> codec = RecordCodec.of(LOOKUP, type);
    return new Answer<>(
        body -> JsonArrays.objects(body.getJsonArray(name)).stream().map(codec::read).toList());
  }
}
