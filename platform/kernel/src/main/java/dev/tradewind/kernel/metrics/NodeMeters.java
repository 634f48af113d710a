package dev.tradewind.kernel.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.vertx.core.Vertx;
import io.vertx.core.shareddata.Shareable;

/**
 * Registry of the metrics of a node, found by its Vert.x instance: for clients and limiters that
 * every verticle makes for itself and that share their counters.
 */
public final class NodeMeters {

  private static final String NAME = "tradewind.meters";

  private record Installed(MeterRegistry registry) implements Shareable {}

  private NodeMeters() {}

  /** To be called once for each Vert.x instance, before its verticles are made. */
  public static void install(Vertx vertx, MeterRegistry registry) {
    vertx.sharedData().<String, Installed>getLocalMap(NAME).put(NAME, new Installed(registry));
  }

  /** The registry of the node; one that counts nothing if none is installed. */
  public static MeterRegistry of(Vertx vertx) {
    return vertx
        .sharedData()
        .<String, Installed>getLocalMap(NAME)
        .computeIfAbsent(NAME, absent -> new Installed(new CompositeMeterRegistry()))
        .registry();
  }
}
