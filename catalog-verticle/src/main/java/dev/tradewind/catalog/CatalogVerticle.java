package dev.tradewind.catalog;

import dev.tradewind.api.catalog.CatalogClient;
import dev.tradewind.api.catalog.CatalogOperation;
import dev.tradewind.api.graph.CatalogGraph;
import dev.tradewind.catalog.bulk.AppliedChunkStore;
import dev.tradewind.catalog.bulk.BulkService;
import dev.tradewind.catalog.cache.CatalogReplies;
import dev.tradewind.catalog.category.CategoryAdminService;
import dev.tradewind.catalog.category.CategoryService;
import dev.tradewind.catalog.category.CategoryTreeStore;
import dev.tradewind.catalog.channel.PublishableKeyService;
import dev.tradewind.catalog.channel.PublishableKeys;
import dev.tradewind.catalog.channel.SalesChannelAdminService;
import dev.tradewind.catalog.channel.SalesChannelProducts;
import dev.tradewind.catalog.channel.SalesChannelService;
import dev.tradewind.catalog.channel.SalesChannelStore;
import dev.tradewind.catalog.collection.CollectionProducts;
import dev.tradewind.catalog.collection.CollectionService;
import dev.tradewind.catalog.field.FieldService;
import dev.tradewind.catalog.inventory.InventoryItemService;
import dev.tradewind.catalog.inventory.InventoryLevelService;
import dev.tradewind.catalog.inventory.InventoryStore;
import dev.tradewind.catalog.inventory.ReservationService;
import dev.tradewind.catalog.inventory.StockConversionService;
import dev.tradewind.catalog.inventory.StockLocationService;
import dev.tradewind.catalog.inventory.VariantAvailability;
import dev.tradewind.catalog.inventory.VariantInventoryService;
import dev.tradewind.catalog.price.PriceStore;
import dev.tradewind.catalog.price.PricingContexts;
import dev.tradewind.catalog.price.VariantPricing;
import dev.tradewind.catalog.pricelist.ListPriceStore;
import dev.tradewind.catalog.pricelist.PriceListAdminService;
import dev.tradewind.catalog.pricelist.PriceListImports;
import dev.tradewind.catalog.pricelist.PriceListQueries;
import dev.tradewind.catalog.pricelist.PriceListService;
import dev.tradewind.catalog.pricelist.PriceListStore;
import dev.tradewind.catalog.product.read.LookupService;
import dev.tradewind.catalog.product.read.ProductService;
import dev.tradewind.catalog.product.read.ProductTypeAndTagService;
import dev.tradewind.catalog.product.read.ProductViews;
import dev.tradewind.catalog.product.read.StoreVariantService;
import dev.tradewind.catalog.product.read.VariantService;
import dev.tradewind.catalog.product.read.VariantViews;
import dev.tradewind.catalog.product.write.AdminProductService;
import dev.tradewind.catalog.product.write.ImportedProducts;
import dev.tradewind.catalog.product.write.ProductWriteService;
import dev.tradewind.catalog.region.CountryService;
import dev.tradewind.catalog.region.CurrencyService;
import dev.tradewind.catalog.region.FulfillmentOptions;
import dev.tradewind.catalog.region.ProviderStore;
import dev.tradewind.catalog.region.RegionAdminService;
import dev.tradewind.catalog.region.RegionLinkStore;
import dev.tradewind.catalog.region.RegionMembershipService;
import dev.tradewind.catalog.region.RegionService;
import dev.tradewind.catalog.region.TaxRateStore;
import dev.tradewind.catalog.schema.CollectionResources;
import dev.tradewind.catalog.schema.PriceResources;
import dev.tradewind.catalog.schema.ProductResources;
import dev.tradewind.catalog.schema.RegionResources;
import dev.tradewind.catalog.schema.SalesChannelResources;
import dev.tradewind.catalog.schema.ShippingOptionResources;
import dev.tradewind.catalog.search.api.ProductSearchModule;
import dev.tradewind.catalog.shipping.ShippingOptionAdminService;
import dev.tradewind.catalog.shipping.ShippingOptionService;
import dev.tradewind.catalog.shipping.ShippingOptionStore;
import dev.tradewind.catalog.shipping.ShippingProfileService;
import dev.tradewind.catalog.store.StoreAdminService;
import dev.tradewind.catalog.store.StoreService;
import dev.tradewind.catalog.storefront.StorefrontContentService;
import dev.tradewind.catalog.tax.TaxRateService;
import dev.tradewind.kernel.changelog.ChangeLogPruner;
import dev.tradewind.kernel.changelog.ReplyCache;
import dev.tradewind.kernel.database.Schema;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.providercall.ProviderCalls;
import dev.tradewind.kernel.resource.read.PageQueue;
import dev.tradewind.kernel.resource.read.RelatedRows;
import dev.tradewind.kernel.resource.read.ResourceReader;
import dev.tradewind.kernel.verticle.DomainVerticle;
import dev.tradewind.kernel.verticle.NodeContext;
import dev.tradewind.providers.Providers;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Verticle of the catalog: owns its schema and serves its operations. */
public final class CatalogVerticle extends DomainVerticle {

  public static final Schema SCHEMA = Schema.of("catalog");

  private final Providers providers;
  private @Nullable ProductSearchModule search;

  public CatalogVerticle(NodeContext node, Providers providers) {
    super(CatalogClient.ADDRESS, SCHEMA, node);
    this.providers = providers;
  }

  @Override
  protected boolean asksChangeLog() {
    return true;
  }

  @Override
  protected void bind(Operations operations, Operations internal, Pool pool, OperationClient bus) {
    Clock clock = node().clock();
    TaxRateStore taxRates = new TaxRateStore(pool);
    ResourceReader reader =
        new ResourceReader(pool, PageQueue.ofHalf(node().database().poolSize(), clock));
    VariantPricing pricing = new VariantPricing(new PriceStore(pool), taxRates, reader);
    PricingContexts contexts = new PricingContexts(bus);
    SalesChannelStore channels = new SalesChannelStore();
    PublishableKeys keys = new PublishableKeys(pool, channels);
    InventoryStore inventory = new InventoryStore();
    VariantAvailability availability = new VariantAvailability(pool, inventory);
    ProductViews products = new ProductViews(reader, pricing, availability);
    publishStates(products.states());
    CatalogReplies cached =
        CatalogReplies.cache(vertx, questions(), node().meters(), node().responseCacheMegabytes());
    ReplyCache replies = cached.responses();
    schedule(new ChangeLogPruner(pool, address(), node().meters()).task());
    ProductWriteService writer = new ProductWriteService(pool, inventory, clock);
    ProductService listed = new ProductService(products, contexts, keys, cached);
    listed.bind(operations);
    bindSearch(
        operations, new ProductSearchModule(vertx, pool, node(), bus, contexts, keys, listed));
    new AdminProductService(products, writer, contexts, bus, vertx.eventBus()).bind(operations);
    new VariantViews(reader, pricing, availability, contexts).bind(operations);
    new StoreVariantService(reader, pricing, availability, contexts, keys, replies)
        .bind(operations);
    new ProductTypeAndTagService(pool, replies, bus).bind(operations);
    CategoryTreeStore categories = new CategoryTreeStore();
    new CategoryService(pool, categories, replies).bind(operations);
    new CategoryAdminService(pool, categories, clock).bind(operations);
    new CollectionService(pool, replies, bus, vertx.eventBus(), clock).bind(operations);
    new CollectionProducts(pool, clock).bind(operations);
    new CurrencyService(pool, clock).bind(operations);
    new CountryService(pool).bind(internal);
    PriceListStore lists = new PriceListStore();
    ListPriceStore listPrices = new ListPriceStore();
    AppliedChunkStore chunks = new AppliedChunkStore();
    new PriceListService(pool, lists, clock).bind(internal, vertx.eventBus());
    new PriceListAdminService(pool, bus, lists, listPrices, clock).bind(operations);
    new PriceListImports(pool, lists, listPrices, chunks, clock).bind(internal);
    new PriceListQueries(pool, pricing, bus).bind(operations);
    new RegionService(pool, replies, taxRates).bind(operations, internal);
    new LookupService(pool).bind(internal);
    new SalesChannelService(pool, keys).bind(internal);
    ShippingOptionStore options = new ShippingOptionStore();
    new ShippingOptionService(pool, options, replies).bind(operations, internal);
    new ShippingOptionAdminService(pool, providers.fulfillment(), options, clock).bind(operations);
    new VariantService(pool, availability).bind(internal);
    new BulkService(pool, new ImportedProducts(writer), chunks).bind(internal);
    related(pool, bus).bind(internal, CatalogOperation.FIND_RELATED);
    bindInventory(operations, internal, pool, bus, inventory);
    new StorefrontContentService(pool, replies, clock).bind(operations, internal);
    new FieldService(bus).bind(operations);
    serveFields(pool);
    bindSettings(operations, pool, channels, clock);
  }

  private void bindSearch(Operations operations, ProductSearchModule module) {
    module.bind(operations);
    module.tasks().forEach(this::schedule);
    search = module;
  }

  private void bindInventory(
      Operations operations,
      Operations internal,
      Pool pool,
      OperationClient bus,
      InventoryStore inventory) {
    Clock clock = node().clock();
    new InventoryItemService(pool, inventory, clock).bind(operations);
    new InventoryLevelService(pool, inventory, clock).bind(operations);
    new ReservationService(pool, bus, inventory, clock).bind(operations, internal);
    new StockLocationService(pool, inventory, clock).bind(operations);
    new VariantInventoryService(pool, inventory).bind(operations);
  }

  private static RelatedRows related(Pool pool, OperationClient bus) {
    return new RelatedRows(pool, bus)
        .table(RegionResources.CURRENCY, CatalogGraph.CURRENCY)
        .table(RegionResources.COUNTRY, CatalogGraph.COUNTRY)
        .table(RegionResources.PAYMENT_PROVIDER, CatalogGraph.PAYMENT_PROVIDER)
        .table(RegionResources.FULFILLMENT_PROVIDER, CatalogGraph.FULFILLMENT_PROVIDER)
        .table(RegionResources.TAX_PROVIDER, CatalogGraph.TAX_PROVIDER)
        .table(RegionResources.TAX_RATE, CatalogGraph.TAX_RATE)
        .table(RegionResources.REGION, CatalogGraph.REGION)
        .table(ProductResources.TYPE, CatalogGraph.PRODUCT_TYPE)
        .table(ProductResources.TAG, CatalogGraph.PRODUCT_TAG)
        .table(ProductResources.IMAGE, CatalogGraph.IMAGE)
        .table(ProductResources.CATEGORY, CatalogGraph.CATEGORY)
        .table(ProductResources.OPTION, CatalogGraph.OPTION)
        .table(ProductResources.OPTION_VALUE, CatalogGraph.OPTION_VALUE)
        .table(ProductResources.VARIANT, CatalogGraph.VARIANT)
        .table(ProductResources.PRODUCT, CatalogGraph.PRODUCT)
        .table(CollectionResources.COLLECTION, CatalogGraph.PRODUCT_COLLECTION)
        .table(PriceResources.PRICE_LIST, CatalogGraph.PRICE_LIST)
        .table(PriceResources.PRICE, CatalogGraph.PRICE)
        .table(ShippingOptionResources.PROFILE, CatalogGraph.SHIPPING_PROFILE)
        .table(ShippingOptionResources.REQUIREMENT, CatalogGraph.SHIPPING_REQUIREMENT)
        .table(ShippingOptionResources.OPTION, CatalogGraph.SHIPPING_OPTION)
        .table(SalesChannelResources.LOCATION, CatalogGraph.SALES_CHANNEL_LOCATION)
        .table(SalesChannelResources.CHANNEL, CatalogGraph.SALES_CHANNEL);
  }

  private void bindSettings(
      Operations operations, Pool pool, SalesChannelStore channels, Clock clock) {
    RegionLinkStore links = new RegionLinkStore();
    new RegionAdminService(pool, vertx.eventBus(), links, clock).bind(operations);
    new RegionMembershipService(pool, links, clock).bind(operations);
    new FulfillmentOptions(pool, providers.fulfillment(), new ProviderCalls(clock))
        .bind(operations);
    new ShippingProfileService(pool, clock).bind(operations);
    new TaxRateService(pool, clock).bind(operations);
    new SalesChannelAdminService(pool, channels, clock).bind(operations);
    new SalesChannelProducts(pool, channels, clock).bind(operations);
    new PublishableKeyService(pool, clock).bind(operations);
    new StoreService(pool).bind(operations);
    new StockConversionService(pool, clock).bind(operations);
    new StoreAdminService(pool, clock).bind(operations);
  }

  /** Records the installed providers first, because regions may only refer to known ones. */
  @Override
  protected Future<?> startBackground(Pool pool, OperationClient bus) {
    ProductSearchModule started = Objects.requireNonNull(search);
    return new ProviderStore(pool).record(providers).onSuccess(done -> started.start());
  }

  @Override
  protected Future<?> stopBackground() {
    return search == null ? Future.succeededFuture() : search.stop();
  }
}
