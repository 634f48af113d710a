package dev.tradewind.providers.plugin;

import dev.tradewind.kernel.background.BackgroundGate;
import dev.tradewind.kernel.background.BackgroundTask;
import dev.tradewind.providers.Providers;
import dev.tradewind.providers.hook.Hooks;
import dev.tradewind.providers.hook.HttpHooks;
import dev.tradewind.spi.Plugin;
import dev.tradewind.spi.Provider;
import dev.tradewind.spi.Route;
import dev.tradewind.spi.event.Subscriber;
import dev.tradewind.spi.hook.Hook;
import dev.tradewind.spi.payment.NoticeFeed;
import dev.tradewind.spi.payment.PaymentForms;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.ext.web.client.WebClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
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
          List<RunningPlugin> on = running.stream().filter(RunningPlugin::isOn).toList();
          on.forEach(Plugins::report);
          return new Plugins(
              client,
              on,
              Providers.of(
                  on.stream().flatMap(plugin -> plugin.providers().stream()).toList(),
                  noticeFeeds(on),
                  hooks(on, host),
                  subscribers(on),
                  host.meters()));
        });
  }

  /** Hooks of the plugins, then those of the operator's file. */
  private static Hooks hooks(List<RunningPlugin> running, PluginHost host) {
    List<Hook<?, ?>> hooks = new ArrayList<>();
    running.forEach(each -> hooks.addAll(each.hooks()));
    hooks.addAll(HttpHooks.of(host.hooks(), host.vertx(), host.clock()));
    return Hooks.of(hooks, host.vertx(), host.meters(), host.clock());
  }

  private static Map<String, Subscriber> subscribers(List<RunningPlugin> running) {
    Map<String, Subscriber> subscribers = new TreeMap<>();
    for (RunningPlugin each : running) {
      for (Subscriber one : each.subscribers()) {
        String name = each.plugin().name() + "/" + one.name();
        if (subscribers.put(name, one) != null) {
          throw new IllegalArgumentException("There are two subscribers " + name + ".");
        }
      }
    }
    return subscribers;
  }

  private static Map<String, NoticeFeed> noticeFeeds(List<RunningPlugin> running) {
    Map<String, NoticeFeed> feeds = new TreeMap<>();
    running.forEach(each ->
        each.plugin().noticeFeed().ifPresent(feed -> feeds.put(each.plugin().name(), feed)));
    return feeds;
  }

  private static void report(RunningPlugin plugin) {
    String parts =
        named("providers", plugin.providers(), Provider::id)
            + named("hooks", plugin.hooks(), Hook::name)
            + named("subscribers", plugin.subscribers(), Subscriber::name);
    LOG.info(
        "Started plugin {} with{}",
        plugin.plugin().name(),
        parts.isEmpty() ? " its routes" : parts);
  }

  private static <T> String named(String kind, List<? extends T> all, Function<T, String> name) {
    return all.isEmpty()
        ? ""
        : " the %s %s".formatted(kind, all.stream().map(name).collect(Collectors.joining(", ")));
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
  public PaymentForms paymentForms() {
    return PaymentForms.of(
        running.stream().flatMap(each -> each.providers().stream()).toList(),
        running.stream().flatMap(each -> each.paymentForms().stream()).toList());
  }

  /** Checks of the services behind the plugins, by the name of the plugin, and of the hooks. */
  public Map<String, Supplier<Future<Void>>> healthChecks() {
    Map<String, Supplier<Future<Void>>> checks = new TreeMap<>();
    running.stream()
        .filter(RunningPlugin::reportsHealth)
        .forEach(each -> checks.put(each.plugin().name(), each::checkHealth));
    if (providers.hooks().areAny()) {
      checks.put("hooks", providers.hooks()::check);
    }
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

  /** Starts the work of the plugins in the background, which waits while the gate is closed. */
  public void startWork(BackgroundGate gate) {
    running.forEach(each -> each.startWork(gate));
  }

  /** Asks each plugin whether it would work, by its name; changes nothing. */
  public Map<String, Future<String>> check() {
    Map<String, Future<String>> answers = new TreeMap<>();
    running.forEach(each -> answers.put(each.plugin().name(), each.check()));
    return answers;
  }

  public Future<Void> close() {
    return Future.join(running.stream().map(RunningPlugin::close).toList())
        .<Void>mapEmpty()
        .eventually(() -> {
          client.close();
          return Future.succeededFuture();
        });
  }
}
