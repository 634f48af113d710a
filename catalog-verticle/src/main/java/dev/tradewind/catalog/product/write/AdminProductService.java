package dev.tradewind.catalog.product.write;

import dev.tradewind.api.discount.ConditionType;
import dev.tradewind.api.discount.DiscountConditionFilter;
import dev.tradewind.api.event.DeletedReferences;
import dev.tradewind.catalog.inventory.StockScope;
import dev.tradewind.catalog.price.PricingContext;
import dev.tradewind.catalog.price.PricingContexts;
import dev.tradewind.catalog.product.model.ExistingProduct;
import dev.tradewind.catalog.product.model.ProductInput;
import dev.tradewind.catalog.product.model.VariantInput;
import dev.tradewind.catalog.product.read.ProductFilters;
import dev.tradewind.catalog.product.read.ProductViews;
import dev.tradewind.catalog.product.read.VariantViews;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.resource.query.ListDefinition;
import dev.tradewind.kernel.resource.read.Counting;
import io.vertx.core.Future;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Admin operations on products, their variants and options. */
public final class AdminProductService {

  private static final ListDefinition LISTING =
      ProductFilters.adminListing(ProductViews.ADMIN, 50).declaredFields("product").build();

  private final ProductViews views;
  private final ProductWriteService writer;
  private final PricingContexts contexts;
  private final EventBus eventBus;
  private final DiscountConditionFilter ofDiscountCondition;

  public AdminProductService(
      ProductViews views,
      ProductWriteService writer,
      PricingContexts contexts,
      OperationClient bus,
      EventBus eventBus) {
    this.views = views;
    this.writer = writer;
    this.contexts = contexts;
    this.eventBus = eventBus;
    this.ofDiscountCondition = new DiscountConditionFilter(bus, ConditionType.PRODUCTS);
  }

  public void bind(Operations operations) {
    operations
        .on("adminListProducts", this::list)
        .on("adminGetProduct", this::get)
        .on("adminCreateProduct", this::create)
        .on("adminUpdateProduct", this::update)
        .on("adminDeleteProduct", this::delete)
        .on("adminMetadataProduct", this::setMetadata)
        .on("adminCreateProductVariant", this::createVariant)
        .on("adminUpdateProductVariant", this::updateVariant)
        .on("adminDeleteProductVariant", this::deleteVariant)
        .on("adminCreateProductOption", this::createOption)
        .on("adminUpdateProductOption", this::updateOption)
        .on("adminDeleteProductOption", this::deleteOption);
  }

  private Future<Reply> list(Request request) {
    JsonObject query = request.query().copy();
    boolean areGoods = ProductFilters.takeGoods(query);
    return ofDiscountCondition
        .of(request)
        .compose(named ->
            views.page(
                LISTING,
                query,
                ProductViews.ADMIN.select(query),
                PricingContext.NONE,
                named.andThen(conditions -> {
                  if (areGoods) {
                    ProductFilters.goods(conditions);
                  }
                  ProductFilters.category(conditions, query, false);
                }),
                Counting.EXECUTED))
        .compose(page -> views.addAvailability(page.rows(), StockScope.ALL).map(page))
        .map(page -> page.reply("products"));
  }

  private Future<Reply> get(Request request) {
    return views
        .get(
            request.path("id"),
            ProductViews.ADMIN.select(request.query()),
            PricingContext.NONE,
            conditions -> {})
        .compose(product -> views.addAvailability(List.of(product), StockScope.ALL).map(product))
        .map(product -> Reply.ok("product", product));
  }

  private Future<Reply> create(Request request) {
    ProductInput input = ProductInput.ofRequest(request.body());
    return writer
        .write(
            request.context(),
            ReferencedKeys.ofProducts(List.of(input)),
            List.of(),
            (writing, none) -> writing.create(input))
        .compose(id -> views.answer(id, PricingContext.NONE));
  }

  private Future<Reply> update(Request request) {
    ProductInput input = ProductInput.ofRequest(request.body());
    return change(
            request,
            ReferencedKeys.ofProducts(List.of(input)),
            (writing, product) -> writing.update(product, input))
        .compose(done -> answer(request));
  }

  private Future<Reply> delete(Request request) {
    String id = request.path("id");
    return writer
        .write(
            request.context(),
            ReferencedKeys.none(),
            List.of(id),
            (writing, current) -> {
              current.values().forEach(writing::delete);
              return current.keySet();
            })
        .onSuccess(deleted -> {
          if (!deleted.isEmpty()) {
            DeletedReferences.PRODUCT.publish(eventBus, deleted);
          }
        })
        .map(done ->
            Reply.ok(new JsonObject().put("id", id).put("object", "product").put("deleted", true)));
  }

  private Future<Reply> setMetadata(Request request) {
    JsonObject body = request.body();
    JsonObject metadata = new JsonObject().put(body.getString("key"), body.getString("value"));
    return change(
            request,
            (writing, product) -> writing.update(product, ProductInput.ofMetadata(metadata)))
        .compose(done -> answer(request));
  }

  private Future<Reply> createVariant(Request request) {
    VariantInput input = VariantInput.ofRequest(request.body());
    return change(
            request,
            ReferencedKeys.ofVariants(List.of(input)),
            (writing, product) -> writing.variants().append(product, input))
        .compose(done -> answer(request));
  }

  private Future<Reply> updateVariant(Request request) {
    VariantInput input = VariantInput.ofRequest(request.body());
    String variantId = request.path("variant_id");
    // Resolved before the write, so that an invalid context changes nothing.
    return contexts
        .of(request)
        .compose(context ->
            change(
                    request,
                    ReferencedKeys.ofVariants(List.of(input)),
                    (writing, product) ->
                        writing
                            .variants()
                            .update(
                                product,
                                product
                                    .variant(variantId)
                                    .orElseThrow(() -> VariantViews.notFound(variantId)),
                                input,
                                VariantChangeSet.SAME_RANK))
                .compose(done -> views.answer(request.path("id"), context)));
  }

  private Future<Reply> deleteVariant(Request request) {
    String variantId = request.path("variant_id");
    return change(
            request,
            (writing, product) ->
                product
                    .variant(variantId)
                    .ifPresent(variant -> writing.variants().delete(product.id(), variant)))
        .compose(done -> deleted(request, "variant_id", variantId, "product-variant"));
  }

  private Future<Reply> createOption(Request request) {
    String title = request.body().getString("title");
    return change(
            request, (writing, product) -> new OptionChangeSet(writing).create(product, title))
        .compose(done -> answer(request));
  }

  private Future<Reply> updateOption(Request request) {
    String title = request.body().getString("title");
    return change(
            request,
            (writing, product) ->
                new OptionChangeSet(writing).update(product, request.path("option_id"), title))
        .compose(done -> answer(request));
  }

  private Future<Reply> deleteOption(Request request) {
    String optionId = request.path("option_id");
    return change(
            request,
            (writing, product) ->
                product
                    .option(optionId)
                    .ifPresent(option -> new OptionChangeSet(writing).delete(product, option)))
        .compose(done -> deleted(request, "option_id", optionId, "option"));
  }

  private Future<Void> change(
      Request request, BiConsumer<ProductChangeSet, ExistingProduct> decide) {
    return change(request, ReferencedKeys.none(), decide);
  }

  /** Changes the product of the path; fails with 404 if it does not exist. */
  private Future<Void> change(
      Request request, ReferencedKeys keys, BiConsumer<ProductChangeSet, ExistingProduct> decide) {
    String id = request.path("id");
    return writer
        .write(
            request.context(),
            keys,
            List.of(id),
            (writing, current) -> {
              decide.accept(writing, require(current, id));
              return id;
            })
        .mapEmpty();
  }

  private static ExistingProduct require(Map<String, ExistingProduct> current, String id) {
    @Nullable ExistingProduct state = current.get(id);
    if (state == null) {
      throw ProductViews.notFound(id);
    }
    return state;
  }

  private Future<Reply> answer(Request request) {
    return views.answer(request.path("id"), PricingContext.NONE);
  }

  private Future<Reply> deleted(Request request, String key, String id, String object) {
    return views
        .get(
            request.path("id"), ProductViews.ADMIN.written(), PricingContext.NONE, conditions -> {})
        .map(product ->
            Reply.ok(
                new JsonObject()
                    .put(key, id)
                    .put("object", object)
                    .put("deleted", true)
                    .put("product", product)));
  }
}
