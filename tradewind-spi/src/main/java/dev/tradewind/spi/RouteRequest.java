package dev.tradewind.spi;

import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import java.time.Instant;
import java.util.Map;

/**
 * Request of a plugin's route.
 *
 * @param parameters of the path, by name
 * @param headers by name, regardless of case
 * @param body as it was received, for signatures over it
 * @param deadline when the client has a 504 (UTC)
 */
public record RouteRequest(
    Map<String, String> parameters,
    MultiMap query,
    MultiMap headers,
    Buffer body,
    Instant deadline) {}
