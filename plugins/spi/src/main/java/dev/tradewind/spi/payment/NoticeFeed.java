package dev.tradewind.spi.payment;

import io.vertx.core.Future;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Feed of the notices of a payment service, for those that did not reach the shop. One node at a
 * time reads it, every few minutes.
 */
public interface NoticeFeed {

  /**
   * Reads the next page. A notice that is read again has no further effect.
   *
   * @param position after which it begins, as the last page told it; null at the first time: then
   *     it begins with the newest notices
   * @param since notices about earlier facts are left out, as another shop has had them; the epoch
   *     if there are none
   * @param deadline when the shop stops waiting (UTC)
   */
  Future<Page> read(@Nullable String position, Instant since, Instant deadline);

  /**
   * Page of a feed.
   *
   * @param notices some hundreds at most
   * @param position where the next page begins, which the shop stores with the notices; null while
   *     there is none
   * @param hasMore whether the next page is read at once
   */
  record Page(List<PaymentNotice> notices, @Nullable String position, boolean hasMore) {

    public Page {
      notices = List.copyOf(notices);
    }
  }
}
