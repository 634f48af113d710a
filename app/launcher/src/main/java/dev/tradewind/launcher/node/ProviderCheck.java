package dev.tradewind.launcher.node;

import dev.tradewind.launcher.config.Awaiting;
import dev.tradewind.launcher.config.CliException;
import dev.tradewind.launcher.config.NodeConfig;
import dev.tradewind.launcher.config.Setting;
import dev.tradewind.providers.plugin.PluginHost;
import dev.tradewind.providers.plugin.Plugins;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/**
 * Check of the plugins with the settings of a node, without the node: what the services behind them
 * answer. It changes nothing.
 */
public final class ProviderCheck {

  private static final Duration TIMEOUT = Duration.ofSeconds(20);

  private final NodeConfig config;

  public ProviderCheck(NodeConfig config) {
    this.config = config;
  }

  /**
   * Prints a line for each plugin that is on.
   *
   * @throws CliException if one would not work, or a setting is wrong
   */
  public void run(PrintWriter output) {
    Vertx vertx = Vertx.vertx();
    try {
      Plugins plugins = start(vertx, config);
      Map<String, Future<String>> answers = new TreeMap<>();
      plugins
          .check()
          .forEach((name, answer) ->
              answers.put(name, answer.timeout(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)));
      Awaiting.await(
          "Checking the plugins",
          Future.join(answers.values().stream().toList()).otherwiseEmpty(),
          TIMEOUT.plusSeconds(5));
      answers.forEach((name, answer) ->
          output.println(
              name
                  + ": "
                  + (answer.succeeded() ? answer.result() : "fails: " + reason(answer.cause()))));
      output.flush();
      Awaiting.await("Stopping the plugins", plugins.close(), TIMEOUT);
      if (answers.values().stream().anyMatch(Future::failed)) {
        throw new CliException("A plugin does not work.");
      }
    } finally {
      Awaiting.await("Closing Vert.x", vertx.close(), TIMEOUT);
    }
  }

  /**
   * Starts the plugins of a node without the node, for a command.
   *
   * @throws CliException if a setting is wrong
   */
  public static Plugins start(Vertx vertx, NodeConfig config) {
    String url = config.databaseUrl();
    return start(
        new PluginHost(
            vertx,
            new SimpleMeterRegistry(),
            Clock.systemUTC(),
            config.isProduction(),
            config.publicUrl(),
            config.pluginSettings(),
            config.hooks(),
            url == null ? null : config.database(url).withPoolSize(1)),
        config);
  }

  /**
   * Starts the plugins of a node.
   *
   * @throws CliException if a setting is wrong
   */
  static Plugins start(PluginHost host, NodeConfig config) {
    try {
      Plugins plugins =
          Awaiting.await("Starting the plugins", Plugins.start(config.plugins(), host), TIMEOUT);
      Set<String> subscribers = plugins.providers().subscribers().keySet();
      if (config.webhooks() == null && !subscribers.isEmpty()) {
        throw new IllegalArgumentException(
            "The subscribers %s of plugins have events with %s=true alone."
                .formatted(
                    String.join(", ", new TreeSet<>(subscribers)), Setting.WEBHOOKS.variable()));
      }
      return plugins;
    } catch (IllegalArgumentException wrong) {
      throw new CliException(String.valueOf(wrong.getMessage()), wrong);
    }
  }

  private static String reason(Throwable failure) {
    String message = failure.getMessage();
    return message == null ? failure.toString() : message;
  }
}
