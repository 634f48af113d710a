package dev.tradewind.s3;

import dev.tradewind.spi.Plugin;
import dev.tradewind.spi.PluginContext;
import dev.tradewind.spi.Provider;
import dev.tradewind.spi.Setting;
import io.vertx.core.Future;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Plugin of the file storage on S3; it is on where its buckets and keys are set. */
public final class S3Plugin implements Plugin {

  private @Nullable S3FileStorage storage;

  @Override
  public String name() {
    return "s3";
  }

  @Override
  public List<Setting> settings() {
    return S3Settings.ALL;
  }

  @Override
  public Future<List<Provider>> start(PluginContext context) {
    storage =
        S3Settings.of(context)
            .map(settings -> new S3FileStorage(context.vertx(), settings))
            .orElse(null);
    return Future.succeededFuture(storage == null ? List.of() : List.of(storage));
  }

  @Override
  public Future<String> check() {
    S3FileStorage started = storage;
    return started == null ? Future.succeededFuture("Off.") : started.check();
  }
}
