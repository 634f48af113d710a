package dev.tradewind.providers.plugin;

import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Vertx;
import java.time.Clock;
import java.util.Map;

/**
 * Node of plugins.
 *
 * @param publicUrl URL under which clients reach the gateway, without a slash at the end
 * @param settings values by the names of their variables
 */
public record PluginHost(
    Vertx vertx,
    MeterRegistry meters,
    Clock clock,
    boolean isProduction,
    String publicUrl,
    Map<String, String> settings) {}
