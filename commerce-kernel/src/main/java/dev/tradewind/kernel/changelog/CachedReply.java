package dev.tradewind.kernel.changelog;

import dev.tradewind.kernel.operation.Reply;

/** Response with all that it depends on. */
public record CachedReply(Reply reply, Dependencies dependencies) {}
