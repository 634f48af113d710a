package dev.tradewind.benchmarks.hooks;

import dev.tradewind.spi.Plugin;
import dev.tradewind.spi.PluginContext;
import dev.tradewind.spi.Provider;
import dev.tradewind.spi.hook.Hook;
import dev.tradewind.spi.hook.HookPolicy;
import dev.tradewind.spi.hook.PermissionAnswer;
import io.vertx.core.Future;
import java.util.List;

/** Plugin with a hook that permits each line. */
public final class PermittingPlugin implements Plugin {

  @Override
  public String name() {
    return "permitting";
  }

  @Override
  public Future<List<Provider>> start(PluginContext context) {
    return Future.succeededFuture(List.of());
  }

  @Override
  public List<Hook<?, ?>> hooks() {
    return List.of(
        Hook.addingLine(
            "lines",
            HookPolicy.DEFAULT.required().within(HookPolicy.MAX_DEADLINE),
            (question, deadline) -> Future.succeededFuture(PermissionAnswer.PERMITTED)));
  }
}
