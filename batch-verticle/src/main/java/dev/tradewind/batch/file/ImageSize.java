package dev.tradewind.batch.file;

import org.jspecify.annotations.Nullable;

/**
 * Width and height of a public image.
 *
 * @param isPending whether it waits for its smaller sizes
 * @param width absent, like the height: it has no smaller sizes
 */
public record ImageSize(
    String key, boolean isPending, @Nullable Integer width, @Nullable Integer height) {}
