package dev.tradewind.catalog.cache;

import dev.tradewind.kernel.operation.Reply;

/** Response with all that it depends on. */
public record CachedReply(Reply reply, Dependencies dependencies) {}
