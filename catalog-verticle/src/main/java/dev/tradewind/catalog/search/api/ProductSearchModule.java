package dev.tradewind.catalog.search.api;

import dev.tradewind.catalog.channel.PublishableKeys;
import dev.tradewind.catalog.price.PricingContexts;
import dev.tradewind.catalog.product.read.ProductService;
import dev.tradewind.catalog.search.index.IndexFeed;
import dev.tradewind.catalog.search.index.OfferContextStore;
import dev.tradewind.catalog.search.settings.QueryReport;
import dev.tradewind.catalog.search.settings.SearchSettingsService;
import dev.tradewind.kernel.background.BackgroundTask;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.verticle.NodeContext;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import java.util.List;

/** Parts of the search of one instance of the verticle. */
public final class ProductSearchModule {

  private final IndexFeed feed;
  private final SearchEngine engine;
  private final SearchService service;
  private final SearchAddress address;
  private final SearchSettingsService settings;
  private final QueryReport report;

  public ProductSearchModule(
      Vertx vertx,
      Pool pool,
      NodeContext node,
      OperationClient bus,
      PricingContexts contexts,
      PublishableKeys keys,
      ProductService products) {
    this.feed = new IndexFeed(vertx, pool, node.dataFolder());
    this.report = new QueryReport(pool, node.clock());
    this.engine =
        new SearchEngine(
            vertx,
            new AnswerCache(feed.log(), node.meters(), node.responseCacheMegabytes()),
            new HitCache(products, feed.log()));
    this.service =
        new SearchService(
            feed,
            new Shoppers(contexts, keys, new OfferContextStore(pool), feed.log()),
            engine,
            report);
    this.address = new SearchAddress(vertx, node.clock(), bus, feed);
    this.settings = new SearchSettingsService(pool, node.clock());
  }

  public void bind(Operations operations) {
    service.bind(operations, address);
    settings.bind(operations);
  }

  public List<BackgroundTask> tasks() {
    return List.of(feed.committing(), feed.filling(), feed.following(), report.storing());
  }

  /** Begins to open or fill the index. */
  public void start() {
    feed.start(address::follow);
  }

  public Future<Void> stop() {
    return address.close().eventually(feed::close).eventually(engine::close);
  }
}
