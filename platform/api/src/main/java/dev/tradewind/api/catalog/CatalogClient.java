package dev.tradewind.api.catalog;

import dev.tradewind.kernel.json.JsonArrays;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.resource.ReferenceQuery;
import dev.tradewind.spi.ShopBrand;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Event-bus client of the catalog; a problem becomes a failure. */
public final class CatalogClient {

  /** The bus address of the catalog. */
  public static final String ADDRESS = "catalog";

  private final OperationClient bus;

  public CatalogClient(OperationClient bus) {
    this.bus = bus;
  }

  /** The regions of those ids with countries, providers, currency and tax rates. */
  public Future<List<JsonObject>> findRegions(CallContext context, Collection<String> ids) {
    return call(
            context, CatalogOperation.FIND_REGIONS, new JsonObject().put("ids", JsonArrays.of(ids)))
        .map(answer -> objects(answer, "regions"));
  }

  /**
   * The same with deleted regions, which carts and draft orders still name: their currency and
   * rates decide the amounts shown.
   */
  public Future<List<JsonObject>> findRegionsWithDeleted(
      CallContext context, Collection<String> ids) {
    return call(
            context,
            CatalogOperation.FIND_REGIONS,
            new JsonObject().put("ids", JsonArrays.of(ids)).put("with_deleted", true))
        .map(answer -> objects(answer, "regions"));
  }

  /** The oldest region, in the same form; 400 if the shop has none. */
  public Future<JsonObject> findDefaultRegion(CallContext context) {
    return call(context, CatalogOperation.FIND_DEFAULT_REGION, new JsonObject())
        .map(answer -> answer.getJsonObject("region"));
  }

  /** The channel of that id, or the store's default channel; 404 if there is none. */
  public Future<JsonObject> findSalesChannel(CallContext context, @Nullable String id) {
    return findSalesChannel(context, id, null);
  }

  /**
   * The channel of that id, else the one of the storefront's publishable key, else the default one;
   * 400 if the key excludes the channel or is ambiguous.
   */
  public Future<JsonObject> findSalesChannel(
      CallContext context, @Nullable String id, @Nullable String publishableKey) {
    SalesChannelQuery query = new SalesChannelQuery(id, publishableKey);
    return call(context, CatalogOperation.FIND_SALES_CHANNEL, query.toJson())
        .map(answer -> answer.getJsonObject("sales_channel"));
  }

  /** Ids of the channels of a publishable key; none if the key has no effect. */
  public Future<List<String>> findSalesChannelsOfKey(CallContext context, String key) {
    return call(
            context,
            CatalogOperation.FIND_SALES_CHANNELS_OF_KEY,
            new JsonObject().put("publishable_key", key))
        .map(answer -> JsonArrays.strings(answer.getJsonArray("ids")));
  }

  /**
   * Variants with their product, its profiles and its {@code tag_ids}, as embedded in carts;
   * deleted ones left out.
   */
  public Future<List<JsonObject>> findVariants(CallContext context, Collection<String> ids) {
    return call(
            context,
            CatalogOperation.FIND_VARIANTS,
            new JsonObject().put("ids", JsonArrays.of(ids)))
        .map(answer -> objects(answer, "variants"));
  }

  /**
   * The same with the stock that a sales channel has available.
   *
   * @param salesChannelId absent: all channels
   */
  public Future<List<JsonObject>> findVariantsOfChannel(
      CallContext context, @Nullable String salesChannelId, Collection<String> ids) {
    return call(
            context,
            CatalogOperation.FIND_VARIANTS,
            new JsonObject()
                .put("ids", JsonArrays.of(ids))
                .put("with_availability", true)
                .put("sales_channel_id", salesChannelId))
        .map(answer -> objects(answer, "variants"));
  }

  /** Current prices, stock and channel of variants; unknown variants are left out. */
  public Future<List<VariantQuote>> quoteVariants(CallContext context, QuoteRequest request) {
    return call(context, CatalogOperation.QUOTE_VARIANTS, request.toJson())
        .map(answer -> objects(answer, "quotes").stream().map(VariantQuote::parse).toList());
  }

  /** The quotes of variants that the caller has cached, without the variants themselves. */
  public Future<List<VariantQuote>> quoteVariants(
      CallContext context, QuoteRequest request, Map<String, JsonObject> known) {
    return call(context, CatalogOperation.QUOTE_VARIANTS, request.toJson())
        .map(answer ->
            objects(answer, "quotes").stream()
                .map(quote ->
                    VariantQuote.parse(
                        quote.put("variant", known.get(quote.getString("variant_id")))))
                .toList());
  }

  /** Shipping options with their requirements and profile. */
  public Future<List<JsonObject>> findShippingOptions(
      CallContext context, ShippingOptionQuery query) {
    return call(context, CatalogOperation.FIND_SHIPPING_OPTIONS, query.toJson())
        .map(answer -> objects(answer, "shipping_options"));
  }

  /**
   * The tax rates of a region, perhaps a deleted one, that are linked to these products and
   * shipping options.
   */
  public Future<ApplicableTaxRates> findTaxRates(
      CallContext context,
      String regionId,
      Collection<String> productIds,
      Collection<String> shippingOptionIds) {
    TaxRateQuery query =
        new TaxRateQuery(regionId, List.copyOf(productIds), List.copyOf(shippingOptionIds));
    return call(context, CatalogOperation.FIND_TAX_RATES, query.toJson())
        .map(ApplicableTaxRates::parse);
  }

  /**
   * Catalog resources by their ids, in their order; unknown and deleted ones are left out.
   *
   * @param kind {@code products}, {@code product_types}, {@code product_collections} or {@code
   *     product_tags}
   * @param fields own fields to return beside the id
   */
  public Future<List<JsonObject>> findReferences(
      CallContext context, String kind, Collection<String> ids, Collection<String> fields) {
    ReferenceQuery query = new ReferenceQuery(kind, List.copyOf(ids), List.copyOf(fields));
    return call(context, CatalogOperation.FIND_REFERENCES, query.toJson())
        .map(answer -> objects(answer, "references"));
  }

  /** The countries of those codes in lower case; unknown ones are left out. */
  public Future<List<JsonObject>> findCountries(CallContext context, Collection<String> codes) {
    return call(
            context,
            CatalogOperation.FIND_COUNTRIES,
            new JsonObject().put("codes", JsonArrays.of(codes)))
        .map(answer -> objects(answer, "countries"));
  }

  /**
   * The price lists of these customer groups, each as {@code customer_group_id} and {@code
   * price_list}.
   */
  public Future<List<JsonObject>> findPriceListsOfGroups(
      CallContext context, Collection<String> groupIds) {
    return call(
            context,
            CatalogOperation.FIND_PRICE_LISTS,
            new JsonObject().put("group_ids", JsonArrays.of(groupIds)))
        .map(answer -> objects(answer, "price_lists"));
  }

  /**
   * A page of the reservations of these line items: {@code reservations}, {@code count}, {@code
   * offset} and {@code limit}.
   *
   * @param query of the request: paging, {@code expand} and {@code fields}
   */
  public Future<JsonObject> listReservations(
      CallContext context, Collection<String> lineItemIds, JsonObject query) {
    return call(
        context,
        CatalogOperation.LIST_RESERVATIONS,
        new JsonObject().put("line_item_ids", JsonArrays.of(lineItemIds)).put("query", query));
  }

  /** The reservation of that id; 404 without it. */
  public Future<JsonObject> getReservation(CallContext context, String id) {
    return call(context, CatalogOperation.GET_RESERVATION, new JsonObject().put("id", id))
        .map(answer -> answer.getJsonObject("reservation"));
  }

  /** The name of the shop. */
  public Future<String> findStoreName(CallContext context) {
    return call(context, CatalogOperation.FIND_STORE_NAME, new JsonObject())
        .map(answer -> answer.getString("name"));
  }

  /** Name and accent color of the shop; a node of an earlier version tells the name alone. */
  public Future<ShopBrand> findBrand(CallContext context) {
    return call(context, CatalogOperation.FIND_STORE_NAME, new JsonObject())
        .map(answer -> {
          JsonObject palette = answer.getJsonObject("palette");
          return palette == null
              ? new ShopBrand(answer.getString("name"), null, null)
              : new ShopBrand(
                  answer.getString("name"),
                  palette.getString("accent"),
                  palette.getString("on_accent"));
        });
  }

  private Future<JsonObject> call(
      CallContext context, CatalogOperation operation, JsonObject input) {
    return bus.call(operation, context, input);
  }

  private static List<JsonObject> objects(JsonObject answer, String name) {
    return JsonArrays.objects(answer.getJsonArray(name));
  }
}
