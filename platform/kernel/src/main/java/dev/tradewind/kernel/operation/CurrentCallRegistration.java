package dev.tradewind.kernel.operation;

import io.vertx.core.internal.VertxBootstrap;
import io.vertx.core.spi.VertxServiceProvider;

/**
 * Registration of the {@linkplain CurrentCall current call}, found by Vert.x: contexts only have
 * room for what is registered before their Vert.x instance is made.
 */
public final class CurrentCallRegistration implements VertxServiceProvider {

  @Override
  public void init(VertxBootstrap builder) {
    CurrentCall.register();
  }
}
