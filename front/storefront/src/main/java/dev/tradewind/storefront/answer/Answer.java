package dev.tradewind.storefront.answer;

import dev.tradewind.kernel.json.JsonArrays;
import dev.tradewind.kernel.json.RecordCodec;
import io.vertx.core.json.JsonObject;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.function.Function;

/**
 * Form of an answer of the store API: the member of the body that holds it, and its record. The
 * only place of the storefront that reads JSON of the API.
 *
 * @param reader of the body
 */
public record Answer<T>(Function<JsonObject, T> reader) {

  private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

  public static final Answer<List<Region>> REGIONS = list("regions", Region.class);
  public static final Answer<List<ProductCollection>> COLLECTIONS =
      list("collections", ProductCollection.class);
  public static final Answer<List<Category>> CATEGORIES =
      list("product_categories", Category.class);
  public static final Answer<List<Handle>> CATEGORY_HANDLES =
      list("product_categories", Handle.class);
  public static final Answer<List<Product>> PRODUCTS = list("products", Product.class);
  public static final Answer<List<Product.Exchangeable>> EXCHANGEABLE_PRODUCTS =
      list("products", Product.Exchangeable.class);
  public static final Answer<ProductList> PRODUCT_LIST = body(ProductList.class);
  public static final Answer<List<Handle>> PRODUCT_HANDLES = list("products", Handle.class);
  public static final Answer<Count> COUNT = body(Count.class);
  public static final Answer<Cart> CART = member("cart", Cart.class);
  public static final Answer<List<ShippingOption>> SHIPPING_OPTIONS =
      list("shipping_options", ShippingOption.class);
  public static final Answer<Completion> COMPLETION = body(Completion.class);
  public static final Answer<Customer> CUSTOMER = member("customer", Customer.class);
  public static final Answer<Order> ORDER = member("order", Order.class);
  public static final Answer<OrderList> ORDERS = body(OrderList.class);
  public static final Answer<List<ReturnReason>> RETURN_REASONS =
      list("return_reasons", ReturnReason.class);
  public static final Answer<Swap.Created> SWAP = member("swap", Swap.Created.class);

  /** Products or other resources, of which only the paths are shown. */
  public record Handle(String handle) {}

  /** Number of the resources that a list is about. */
  public record Count(int count) {}

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
