package dev.tradewind.kernel.outbox;

import org.jspecify.annotations.Nullable;

/**
 * Progress of the publication of all aggregates of a topic of states.
 *
 * @param total aggregates at its begin; null before the first page
 * @param completed aggregates of the pages that the broker has acknowledged, with those that were
 *     created since the begin
 */
public record StateSnapshot(String id, @Nullable Long total, long completed, boolean isFinished) {}
