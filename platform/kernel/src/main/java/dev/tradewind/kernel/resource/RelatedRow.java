package dev.tradewind.kernel.resource;

import io.vertx.core.json.JsonObject;

/**
 * A row of a relation.
 *
 * @param key the parent it belongs to
 */
public record RelatedRow(String key, JsonObject row) {}
