package dev.tradewind.providers.plugin;

import dev.tradewind.kernel.background.BackgroundTask;
import dev.tradewind.providers.Providers;
import dev.tradewind.spi.Plugin;
import dev.tradewind.spi.Provider;
import dev.tradewind.spi.Route;
import dev.tradewind.spi.payment.NoticeFeed;
import dev.tradewind.spi.payment.PaymentForm;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.ext.web.client.WebClient;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Plugins of a node, started: one instance of each, whose providers all verticles share. */
public final class Plugins {

  private static final Logger LOG = LoggerFactory.getLogger(Plugins.class);

  private static final Duration SECRETS = Duration.ofSeconds(10);

  private final WebClient client;
  private final List<RunningPlugin> running;
  private final Providers providers;

  private Plugins(WebClient client, List<RunningPlugin> running, Providers providers) {
    this.client = client;
    this.running = running;
    this.providers = providers;
  }

  /**
   * Starts the plugins.
   *
   * @return fails with an {@link IllegalArgumentException} if a setting is wrong
   */
  public static Future<Plugins> start(List<Plugin> plugins, PluginHost host) {
    WebClient client = WebClient.create(host.vertx());
    List<RunningPlugin> running =
        plugins.stream().map(plugin -> new RunningPlugin(plugin, host, client)).toList();
    return Future.all(running.stream().map(RunningPlugin::start).toList())
        .map(started -> {
          List<RunningPlugin> on =
              running.stream().filter(plugin -> !plugin.providers().isEmpty()).toList();
          on.forEach(Plugins::report);
          return new Plugins(
              client,
              on,
              Providers.of(
                  on.stream().flatMap(plugin -> plugin.providers().stream()).toList(),
                  noticeFeeds(on),
                  host.meters()));
        });
  }

  private static Map<String, NoticeFeed> noticeFeeds(List<RunningPlugin> running) {
    Map<String, NoticeFeed> feeds = new TreeMap<>();
    running.forEach(each ->
        each.plugin().noticeFeed().ifPresent(feed -> feeds.put(each.plugin().name(), feed)));
    return feeds;
  }

  private static void report(RunningPlugin plugin) {
    LOG.info(
        "Started plugin {} with the providers {}",
        plugin.plugin().name(),
        plugin.providers().stream().map(Provider::id).collect(Collectors.joining(", ")));
  }

  public Providers providers() {
    return providers;
  }

  /** Routes by the name of their plugin. */
  public Map<String, List<Route>> routes() {
    Map<String, List<Route>> routes = new TreeMap<>();
    running.forEach(each -> routes.put(each.plugin().name(), each.routes()));
    return routes;
  }

  /** Forms of payment providers in the storefront. */
  public List<PaymentForm> paymentForms() {
    return running.stream().flatMap(each -> each.paymentForms().stream()).toList();
  }

  /** Checks of the services behind the plugins, by the name of the plugin. */
  public Map<String, Supplier<Future<Void>>> healthChecks() {
    Map<String, Supplier<Future<Void>>> checks = new TreeMap<>();
    running.stream()
        .filter(RunningPlugin::reportsHealth)
        .forEach(each -> checks.put(each.plugin().name(), each::checkHealth));
    return checks;
  }

  /** Task that reads secrets in files again, so that a new one needs no restart of the node. */
  public BackgroundTask readingSecrets(Vertx vertx) {
    return BackgroundTask.every(
        SECRETS,
        "read-secrets",
        () ->
            vertx.executeBlocking(() -> {
              running.forEach(RunningPlugin::readSecrets);
              return null;
            }));
  }

  /** Asks each plugin whether it would work, by its name; changes nothing. */
  public Map<String, Future<String>> check() {
    Map<String, Future<String>> answers = new TreeMap<>();
    running.forEach(each -> answers.put(each.plugin().name(), each.check()));
    return answers;
  }

  public Future<Void> close() {
    return Future.join(running.stream().map(each -> each.plugin().close()).toList())
        .<Void>mapEmpty()
        .eventually(() -> {
          client.close();
          return Future.succeededFuture();
        });
  }
}
