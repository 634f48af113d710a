package dev.tradewind.catalog;

import dev.tradewind.catalog.channel.PublishableKeys;
import dev.tradewind.catalog.channel.SalesChannelService;
import dev.tradewind.catalog.collection.CollectionProducts;
import dev.tradewind.catalog.collection.CollectionService;
import dev.tradewind.catalog.currency.CurrencyService;
import dev.tradewind.catalog.price.PriceStore;
import dev.tradewind.catalog.price.PricingContexts;
import dev.tradewind.catalog.price.VariantPricing;
import dev.tradewind.catalog.pricelist.PriceListService;
import dev.tradewind.catalog.product.AdminProductService;
import dev.tradewind.catalog.product.LabelService;
import dev.tradewind.catalog.product.ProductService;
import dev.tradewind.catalog.product.ProductViews;
import dev.tradewind.catalog.product.ProductWriter;
import dev.tradewind.catalog.product.VariantService;
import dev.tradewind.catalog.product.VariantViews;
import dev.tradewind.catalog.region.CountryService;
import dev.tradewind.catalog.region.RegionService;
import dev.tradewind.catalog.region.TaxRateStore;
import dev.tradewind.catalog.shipping.ShippingOptionService;
import dev.tradewind.kernel.database.Schema;
import dev.tradewind.kernel.operation.OperationBus;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.resource.ResourceReader;
import dev.tradewind.kernel.verticle.DomainVerticle;
import dev.tradewind.kernel.verticle.NodeServices;
import dev.tradewind.model.catalog.CatalogClient;
import io.vertx.sqlclient.Pool;
import java.time.Clock;

/** Owns the catalog schema and answers every operation of the catalogue. */
public final class CatalogVerticle extends DomainVerticle {

  public static final Schema SCHEMA = Schema.of("catalog");

  public CatalogVerticle(NodeServices node) {
    super(CatalogClient.ADDRESS, SCHEMA, node);
  }

  @Override
  protected void bind(Operations operations, Operations internal, Pool pool, OperationBus bus) {
    Clock clock = node().clock();
    TaxRateStore taxRates = new TaxRateStore(pool);
    ResourceReader reader = new ResourceReader(pool);
    VariantPricing pricing = new VariantPricing(new PriceStore(pool, clock), taxRates, reader);
    PricingContexts contexts = new PricingContexts(bus);
    PublishableKeys keys = new PublishableKeys(pool);
    ProductViews products = new ProductViews(reader, pricing);
    ProductWriter writer = new ProductWriter(pool, vertx.eventBus(), clock);
    new ProductService(pool, products, contexts, keys).bind(operations);
    new AdminProductService(products, writer, contexts).bind(operations);
    new VariantViews(reader, pricing, contexts).bind(operations);
    new LabelService(pool).bind(operations);
    new CollectionService(pool, vertx.eventBus(), clock).bind(operations);
    new CollectionProducts(pool, vertx.eventBus(), clock).bind(operations);
    new CurrencyService(pool, vertx.eventBus(), clock).bind(operations);
    new CountryService(pool).bind(internal);
    new PriceListService(pool).bind(internal, vertx.eventBus());
    new RegionService(pool, taxRates).bind(operations, internal);
    new SalesChannelService(pool, keys).bind(internal);
    new ShippingOptionService(pool).bind(internal);
    new VariantService(pool, clock).bind(internal);
  }
}
