package dev.tradewind.spi;

import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import java.time.Instant;
import java.util.Map;

/**
 * Request of a plugin's route.
 *
 * @param caller at a public route {@code Shopper} or {@code Anonymous}, at one for staff {@code
 *     Staff}
 * @param parameters of the path, by name
 * @param headers by name, regardless of case, without credentials of the shop: a route has its
 *     {@code caller} instead. {@code Authorization} is there at a public route if it is none of the
 *     shop's
 * @param body as it was received, for signatures over it
 * @param deadline when the client has a 504 (UTC)
 */
public record RouteRequest(
    RouteCaller caller,
    Map<String, String> parameters,
    MultiMap query,
    MultiMap headers,
    Buffer body,
    Instant deadline) {}
