package dev.tradewind.launcher.seed;

import dev.tradewind.batch.BatchVerticle;
import dev.tradewind.batch.file.CopiedFiles;
import dev.tradewind.catalog.CatalogVerticle;
import dev.tradewind.discount.DiscountVerticle;
import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.kernel.database.Schema;
import dev.tradewind.kernel.database.SchemaPool;
import dev.tradewind.launcher.config.Awaiting;
import dev.tradewind.launcher.config.NodeConfig;
import dev.tradewind.sample.DemoShop;
import dev.tradewind.sample.HarbourPhotographs;
import dev.tradewind.sample.HarbourShop;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * Demo shops in an empty database. The photographs of the "harbour" are drawn at its first start
 * and uploaded into the shop's own files, which make their smaller sizes as of any upload.
 */
final class DemoShops {

  private static final Duration TIMEOUT = Duration.ofMinutes(5);
  private static final String JPEG = "image/jpeg";

  /** Bytes of a chunk of a file. */
  private static final int CHUNK = 256 * 1024;

  private final Vertx vertx;
  private final DatabaseConfig database;
  private final NodeConfig config;
  private final Clock clock;

  DemoShops(Vertx vertx, DatabaseConfig database, NodeConfig config, Clock clock) {
    this.vertx = vertx;
    this.database = database;
    this.config = config;
    this.clock = clock;
  }

  /** Creates the shop; returns whether there was none. */
  boolean create(Demo demo) {
    return with(
        CatalogVerticle.SCHEMA,
        catalog ->
            switch (demo) {
              case WORKSHOP -> DemoShop.seed(catalog, clock);
              case HARBOUR -> createHarbour(catalog);
            });
  }

  private Future<Boolean> createHarbour(Pool catalog) {
    return DemoShop.isInUse(catalog)
        .compose(isInUse -> {
          if (isInUse) {
            return Future.succeededFuture(false);
          }
          return withPool(BatchVerticle.SCHEMA, this::photographs)
              .compose(urls ->
                  DemoShop.seed(
                      catalog,
                      clock,
                      HarbourShop.description(),
                      name -> urls.getOrDefault(name, config.publicUrl() + "/files/" + name)))
              .compose(
                  isNew -> isNew ? addCodes(catalog).map(true) : Future.succeededFuture(false));
        });
  }

  private Future<Void> addCodes(Pool catalog) {
    return HarbourShop.regionIds(catalog)
        .compose(regions ->
            withPool(
                DiscountVerticle.SCHEMA,
                discounts -> HarbourShop.addCodes(discounts, clock, regions)));
  }

  /** URLs of the photographs by their names. */
  private Future<Map<String, String>> photographs(Pool batch) {
    CopiedFiles files =
        new CopiedFiles(
            vertx,
            batch,
            null,
            config.limits().files(),
            config.access().keys(),
            config.publicUrl());
    Map<String, String> urls = new HashMap<>();
    Future<Void> all = Future.succeededFuture();
    for (String name : HarbourPhotographs.names()) {
      all =
          all.compose(done -> photograph(files, name))
              .map(url -> {
                urls.put(name, url);
                return null;
              });
    }
    return all.map(urls);
  }

  private Future<String> photograph(CopiedFiles files, String name) {
    return files
        .find(source(name), name, true)
        .compose(found -> found.map(Future::succeededFuture).orElseGet(() -> upload(files, name)));
  }

  /** Names the picture: its key follows from it. */
  private static String source(String name) {
    return "demo:harbour/" + name;
  }

  private Future<String> upload(CopiedFiles files, String name) {
    return vertx
        .executeBlocking(() -> Buffer.buffer(HarbourPhotographs.draw(name)))
        .compose(content ->
            files.begin(source(name), name, JPEG, true).compose(copy -> append(copy, content, 0)));
  }

  private static Future<String> append(CopiedFiles.Copy copy, Buffer content, int at) {
    if (at >= content.length()) {
      return copy.complete();
    }
    int end = Math.min(content.length(), at + CHUNK);
    return copy.append(content.getBuffer(at, end)).compose(size -> append(copy, content, end));
  }

  private <T> T with(Schema schema, Function<Pool, Future<T>> work) {
    return Awaiting.await("Creating the demo shop", withPool(schema, work), TIMEOUT);
  }

  private <T> Future<T> withPool(Schema schema, Function<Pool, Future<T>> work) {
    Pool pool = SchemaPool.openForSeeding(vertx, database, schema);
    return work.apply(pool).eventually(pool::close);
  }
}
