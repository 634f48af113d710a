package dev.tradewind.catalog;

import dev.tradewind.catalog.channel.SalesChannelService;
import dev.tradewind.catalog.collection.CollectionProducts;
import dev.tradewind.catalog.collection.CollectionService;
import dev.tradewind.catalog.currency.CurrencyService;
import dev.tradewind.catalog.price.PriceStore;
import dev.tradewind.catalog.price.PricingContexts;
import dev.tradewind.catalog.price.VariantPricing;
import dev.tradewind.catalog.pricelist.PriceListService;
import dev.tradewind.catalog.product.ProductService;
import dev.tradewind.catalog.product.VariantService;
import dev.tradewind.catalog.region.CountryService;
import dev.tradewind.catalog.region.RegionService;
import dev.tradewind.catalog.region.TaxRateStore;
import dev.tradewind.catalog.shipping.ShippingOptionService;
import dev.tradewind.kernel.database.Schema;
import dev.tradewind.kernel.operation.OperationBus;
import dev.tradewind.kernel.operation.Operations;
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
    VariantPricing pricing = new VariantPricing(new PriceStore(pool, clock), taxRates);
    new ProductService(pool, pricing, new PricingContexts(bus)).bind(operations);
    new CollectionService(pool, vertx.eventBus(), clock).bind(operations);
    new CollectionProducts(pool, vertx.eventBus(), clock).bind(operations);
    new CurrencyService(pool, vertx.eventBus(), clock).bind(operations);
    new CountryService(pool).bind(internal);
    new PriceListService(pool).bind(internal, vertx.eventBus());
    new RegionService(pool, taxRates).bind(operations, internal);
    new SalesChannelService(pool).bind(internal);
    new ShippingOptionService(pool).bind(internal);
    new VariantService(pool, clock).bind(internal);
  }
}
