package dev.tradewind.kernel.changelog;

import dev.tradewind.kernel.operation.Reply;
import org.jspecify.annotations.Nullable;

/**
 * Response with all that it depends on.
 *
 * @param dependencies absent if it depends on more than the log covers, so that it is not cached
 */
public record CachedReply(Reply reply, @Nullable Dependencies dependencies) {}
