package dev.tradewind.benchmarks.hooks;

import io.vertx.core.Vertx;
import java.util.Locale;

/** HTTP hook that permits everything. */
public final class HookServer {

  private HookServer() {}

  /** Argument: the port. */
  public static void main(String[] arguments) {
    Locale.setDefault(Locale.ROOT);
    Vertx.vertx()
        .createHttpServer()
        .requestHandler(request ->
            request.endHandler(
                end -> request.response().putHeader("content-type", "application/json").end("{}")))
        .listen(Integer.parseInt(arguments[0]), "127.0.0.1")
        .onSuccess(server -> System.out.println("ready"))
        .onFailure(failure -> {
          System.out.println(failure);
          Runtime.getRuntime().halt(1);
        });
  }
}
