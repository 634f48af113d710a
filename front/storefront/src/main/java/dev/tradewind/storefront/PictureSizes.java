package dev.tradewind.storefront;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import dev.tradewind.storefront.visit.PictureSize;
import dev.tradewind.storefront.visit.StoreApi;
import io.vertx.core.Future;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Cache of the widths and heights of images, which a page asks for together. The content of a file
 * never changes, so a measured one is kept as long as there is room.
 */
final class PictureSizes {

  private static final Logger LOG = LoggerFactory.getLogger(PictureSizes.class);

  private static final int MAX_ENTRIES = 20_000;
  private static final Duration PENDING_RETENTION = Duration.ofSeconds(1);

  /** A page does not wait longer for what it can do without. */
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private static final PictureSize PENDING = new PictureSize(true, null, null);
  private static final Duration UNSIZED = Duration.ofMinutes(5);
  private static final Duration MEASURED = Duration.ofDays(365);

  private final StoreApi api;
  private final Cache<String, PictureSize> sizes =
      Caffeine.newBuilder()
          .maximumSize(MAX_ENTRIES)
          .expireAfter(Expiry.<String, PictureSize>creating((signed, size) -> retention(size)))
          .executor(Runnable::run)
          .build();

  PictureSizes(StoreApi api) {
    this.api = api;
  }

  private static Duration retention(PictureSize size) {
    if (size.isPending()) {
      return PENDING_RETENTION;
    }
    return size.width() == null ? UNSIZED : MEASURED;
  }

  /** The size of an image by the signed part of its link; null if it was not measured. */
  @Nullable PictureSize of(String signed) {
    return sizes.getIfPresent(signed);
  }

  /** Measures images. A failure is none of the page: it shows them without their sizes. */
  Future<Void> measure(RoutingContext page, Set<String> signed) {
    return api.measure(page, signed)
        .timeout(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
        .<Void>map(found -> {
          signed.forEach(each -> sizes.put(each, found.getOrDefault(each, PictureSize.NONE)));
          return null;
        })
        .recover(failure -> {
          LOG.warn("Measuring the images of a page failed: {}", failure.toString());
          signed.forEach(each -> sizes.put(each, PENDING));
          return Future.succeededFuture();
        });
  }
}
