package dev.tradewind.storefront;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.storefront.visit.StoreCall;
import dev.tradewind.storefront.visit.Visit;
import io.vertx.core.Future;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Cache of rendered pages, exactly as fresh as the store API. All calls of a page are made for each
 * request; the page is sent again only if each reply has the entity tag of the reply that the page
 * was rendered from. What is saved is parsing, rendering and the transfer of the replies.
 */
final class PageCache {

  /** Kept by browsers, and asked for again with its entity tag; by no cache in between. */
  static final String REVALIDATED = "private, no-cache";

  private static final int ENTRY_OVERHEAD = 2_000;

  /**
   * @param sources entity tags of the replies to all calls of the page
   */
  private record Entry(Map<StoreCall, String> sources, Reply page) {}

  private final Cache<String, Entry> pages;

  /**
   * @param bytes bound of the memory; 0: nothing is cached
   */
  PageCache(long bytes) {
    this.pages =
        Caffeine.newBuilder()
            .maximumWeight(bytes)
            .<String, Entry>weigher((request, entry) ->
                entry.page().body().length() + 2 * request.length() + ENTRY_OVERHEAD)
            .executor(Runnable::run)
            .build();
  }

  /**
   * The cached page of the same request if its sources are unchanged, else the rendered one, which
   * is cached if it is public.
   *
   * @param request all that decides about the page beside the replies to its calls
   */
  Future<Reply> get(String request, Visit visit, Supplier<Future<Reply>> rendering) {
    Entry entry = pages.getIfPresent(request);
    if (entry == null) {
      return rendered(request, visit, rendering);
    }
    return visit
        .hasSame(entry.sources())
        .compose(isSame ->
            isSame ? Future.succeededFuture(entry.page()) : rendered(request, visit, rendering));
  }

  private Future<Reply> rendered(String request, Visit visit, Supplier<Future<Reply>> rendering) {
    return rendering
        .get()
        .map(page -> {
          if (page.status() != 200 || !isKept(page)) {
            return page;
          }
          Reply tagged = page.withEntityTag();
          pages.put(request, new Entry(visit.sources(), tagged));
          return tagged;
        });
  }

  /** Whether browsers may keep a page, which is then the same for all with the same replies. */
  static boolean isKept(Reply page) {
    return REVALIDATED.equals(page.headers().get("cache-control"));
  }
}
