package dev.tradewind.gateway.staticfile;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Folder of static files, read with the first request and then shared by all instances of the
 * gateway: a node whose pages are not asked for keeps no files in memory.
 */
public final class StaticFolder {

  private final Supplier<StaticFiles> reader;
  private volatile @Nullable StaticFiles files;

  private StaticFolder(Supplier<StaticFiles> reader) {
    this.reader = reader;
  }

  /** Folder of resources with the list of a build; without a list it is empty. */
  public static StaticFolder built(String path) {
    return new StaticFolder(() -> StaticFiles.built(path));
  }

  /** Folder of resources with these files. */
  public static StaticFolder plain(String path, List<String> names) {
    return ofResources(names.stream().map(name -> path + "/" + name).toList());
  }

  /** Files among the resources, by their names without their folders. */
  public static StaticFolder ofResources(List<String> paths) {
    return new StaticFolder(() -> StaticFiles.plain(paths));
  }

  public Future<StaticFiles> files(Vertx vertx) {
    StaticFiles current = files;
    return current == null ? vertx.executeBlocking(this::read) : Future.succeededFuture(current);
  }

  private synchronized StaticFiles read() {
    StaticFiles current = files;
    if (current == null) {
      current = reader.get();
      files = current;
    }
    return current;
  }
}
