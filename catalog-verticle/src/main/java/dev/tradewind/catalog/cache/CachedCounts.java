package dev.tradewind.catalog.cache;

import dev.tradewind.kernel.changelog.CachedReply;
import dev.tradewind.kernel.changelog.Dependencies;
import dev.tradewind.kernel.changelog.ReplyCache;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.resource.read.Counting;

/** Cached counts of lists, which all pages of a list share. */
public final class CachedCounts {

  private final ReplyCache cache;

  CachedCounts(ReplyCache cache) {
    this.cache = cache;
  }

  /**
   * @param dependencies all that decides which rows are in the list
   */
  public Counting by(Dependencies dependencies) {
    return (counted, statement) ->
        cache
            .get(
                counted.get(),
                () ->
                    statement
                        .get()
                        .map(rows ->
                            new CachedReply(Reply.text(200, Long.toString(rows)), dependencies)))
            .map(rows -> Long.valueOf(rows.body().toString()));
  }
}
