package dev.tradewind.kernel.resource;

import io.vertx.core.json.JsonObject;

/**
 * A row of a relation.
 *
 * @param key which parent it belongs to
 */
public record Related(String key, JsonObject row) {}
