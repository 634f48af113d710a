package dev.tradewind.catalog.pricelist;

import dev.tradewind.api.customer.CustomerClient;
import dev.tradewind.catalog.price.VariantPricing;
import dev.tradewind.catalog.product.read.ProductFilters;
import dev.tradewind.catalog.schema.PriceResources;
import dev.tradewind.catalog.schema.ProductResources;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.resource.ColumnType;
import dev.tradewind.kernel.resource.View;
import dev.tradewind.kernel.resource.query.Filter;
import dev.tradewind.kernel.resource.query.LikePattern;
import dev.tradewind.kernel.resource.query.ListDefinition;
import dev.tradewind.kernel.resource.query.WhereClause;
import dev.tradewind.kernel.resource.read.ResourceReader;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.sqlclient.Pool;
import java.util.List;

/** List of price lists, and of the products that have a price in one of them. */
public final class PriceListQueries {

  private static final ListDefinition LISTING =
      ListDefinition.of(View.of(PriceResources.PRICE_LIST), 10)
          .filter(
              "id",
              "name",
              "description",
              "status",
              "type",
              "created_at",
              "updated_at",
              "deleted_at")
          .filter(
              "customer_groups",
              Filter.matching(
                  ColumnType.TEXT,
                  """
                  EXISTS (
                    SELECT FROM price_list_customer_group AS link
                    WHERE link.price_list_id = t.id AND link.customer_group_id = ANY({})
                  )
                  """))
          .build();

  private static final String FOUND =
      """
      t.name ILIKE %1$s
      OR t.description ILIKE %1$s
      OR EXISTS (
        SELECT FROM price_list_customer_group AS link
        WHERE link.price_list_id = t.id AND link.customer_group_id = ANY (%2$s::text[])
      )
      """;

  private static final View PRODUCTS =
      View.of(
          ProductResources.PRODUCT,
          "collection",
          "images",
          "options",
          "options.values",
          "profiles",
          "tags",
          "type",
          "variants",
          "variants.options");

  private static final ListDefinition PRODUCT_LISTING =
      ProductFilters.adminListing(PRODUCTS, 50)
          .filter("type", Filter.matching(ColumnType.TEXT, "t.type_id = ANY({})"))
          .build();

  private final ResourceReader reader;
  private final VariantPricing pricing;
  private final CustomerClient customers;
  private final OperationClient bus;

  public PriceListQueries(Pool pool, VariantPricing pricing, OperationClient bus) {
    this.reader = new ResourceReader(pool);
    this.pricing = pricing;
    this.customers = new CustomerClient(bus);
    this.bus = bus;
  }

  public void bind(Operations operations) {
    operations
        .on("adminListPriceLists", this::list)
        .on("adminListPriceListProducts", this::listProducts);
  }

  private Future<Reply> list(Request request) {
    String text = request.query().getString("q", "");
    return groups(request, text)
        .compose(groups ->
            reader
                .withRemote(bus, request.context())
                .list(
                    LISTING,
                    request.query(),
                    conditions -> {
                      if (!text.isEmpty()) {
                        search(conditions, text, groups);
                      }
                    }))
        .map(page -> page.reply("price_lists"));
  }

  private Future<List<String>> groups(Request request, String text) {
    if (text.isEmpty()) {
      return Future.succeededFuture(List.of());
    }
    return customers.searchGroups(request.context(), text);
  }

  private static void search(WhereClause conditions, String text, List<String> groups) {
    String pattern = conditions.bind("%" + LikePattern.literal(text) + "%");
    conditions.add(FOUND.formatted(pattern, conditions.bind(groups.toArray(String[]::new))));
  }

  /** An unknown list has no products. */
  private Future<Reply> listProducts(Request request) {
    String id = request.path("id");
    return reader
        .list(
            PRODUCT_LISTING,
            request.query(),
            PRODUCTS.select(request.query()).without("variants.prices"),
            conditions ->
                ProductFilters.PRICE_LIST.apply(
                    conditions, "price_list_id", new JsonArray().add(id)))
        .compose(page -> pricing.addListed(page.rows(), id).map(page))
        .map(page -> page.reply("products"));
  }
}
