package dev.tradewind.spi.testing;

import dev.tradewind.spi.Plugin;
import dev.tradewind.spi.PluginContext;
import dev.tradewind.spi.Provider;
import dev.tradewind.spi.Route;
import dev.tradewind.spi.RouteCaller;
import dev.tradewind.spi.RouteRequest;
import dev.tradewind.spi.RouteResponse;
import dev.tradewind.spi.Setting;
import dev.tradewind.spi.ShopBrand;
import dev.tradewind.spi.event.ShopEvent;
import dev.tradewind.spi.event.Subscriber;
import dev.tradewind.spi.hook.Hook;
import dev.tradewind.spi.payment.PaymentNotice;
import dev.tradewind.spi.store.PluginStore;
import dev.tradewind.spi.store.Work;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.client.WebClient;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Node of one plugin, for tests: starts the plugin with settings, and has its providers as the
 * plugin returned them.
 */
public final class TestNode implements AutoCloseable {

  private final Plugin plugin;
  private final Map<String, String> settings;
  private final @Nullable PluginStore store;
  private final Vertx vertx = Vertx.vertx();
  private final WebClient webClient = WebClient.create(vertx);
  private final MeterRegistry meters = new SimpleMeterRegistry();
  private final List<Supplier<Future<Void>>> healthChecks = new ArrayList<>();
  private final List<PaymentNotice> notices = new CopyOnWriteArrayList<>();
  private List<Provider> providers = List.of();

  private TestNode(Plugin plugin, Map<String, String> settings, @Nullable PluginStore store) {
    this.plugin = plugin;
    this.store = store;
    this.settings = Map.copyOf(settings);
  }

  /**
   * Starts the plugin.
   *
   * @param settings values by the names of their variables; the plugin has named all of them
   * @throws AssertionError if the start fails
   */
  public static TestNode start(Plugin plugin, Map<String, String> settings) {
    return start(plugin, settings, null);
  }

  /**
   * Starts a plugin with a schema.
   *
   * @param store of the test: a pool of a schema that its migrations have made, and what it does
   *     with added work
   */
  public static TestNode start(
      Plugin plugin, Map<String, String> settings, @Nullable PluginStore store) {
    TestNode node = new TestNode(plugin, settings, store);
    try {
      settings.keySet().forEach(node::requireNamed);
      node.providers = List.copyOf(ProviderContract.await(plugin.start(node.new Context())));
      return node;
    } catch (RuntimeException | AssertionError failure) {
      node.close();
      throw failure;
    }
  }

  private void requireNamed(String name) {
    if (plugin.settings().stream().map(Setting::name).noneMatch(name::equals)) {
      throw new IllegalArgumentException(
          "The plugin %s has no setting %s.".formatted(plugin.name(), name));
    }
  }

  public Vertx vertx() {
    return vertx;
  }

  /** Metrics of the plugin. */
  public MeterRegistry meters() {
    return meters;
  }

  /** Checks that the plugin reports. */
  public List<Supplier<Future<Void>>> healthChecks() {
    return List.copyOf(healthChecks);
  }

  /**
   * Provider of the plugin.
   *
   * @param kind such as {@code PaymentProvider.class}
   * @throws AssertionError if there is none
   */
  public <T extends Provider> T provider(Class<T> kind, String id) {
    return providers.stream()
        .filter(kind::isInstance)
        .map(kind::cast)
        .filter(provider -> provider.id().equals(id))
        .findFirst()
        .orElseThrow(() ->
            new AssertionError(
                "The plugin %s has no %s %s.".formatted(plugin.name(), kind.getSimpleName(), id)));
  }

  /**
   * Answer of a hook.
   *
   * @param hook name of the hook
   * @throws AssertionError if the plugin has no such hook for that question
   */
  public Record ask(String hook, Record question) {
    Hook<?, ?> found =
        plugin.hooks().stream()
            .filter(
                each -> each.name().equals(hook) && each.point().question().isInstance(question))
            .findFirst()
            .orElseThrow(() ->
                new AssertionError(
                    "The plugin %s has no hook %s for a %s."
                        .formatted(plugin.name(), hook, question.getClass().getSimpleName())));
    return ProviderContract.await(asked(found, question));
  }

  @SuppressWarnings("unchecked") // The point has questions of that type.
  private static Future<? extends Record> asked(Hook<?, ?> hook, Record question) {
    return ((Hook<Record, Record>) hook)
        .decision()
        .on(question, Instant.now().plus(hook.policy().deadline()));
  }

  /**
   * Delivers an event to a subscriber.
   *
   * @param subscriber name of the subscriber
   * @throws AssertionError if the plugin has no such subscriber, or it fails
   */
  public void tell(String subscriber, ShopEvent event) {
    Subscriber found =
        plugin.subscribers().stream()
            .filter(each -> each.name().equals(subscriber))
            .findFirst()
            .orElseThrow(() ->
                new AssertionError(
                    "The plugin %s has no subscriber %s.".formatted(plugin.name(), subscriber)));
    ProviderContract.await(found.handler().on(event, Instant.now().plusSeconds(15)));
  }

  /**
   * Does work of the plugin.
   *
   * @param name of the work
   * @throws AssertionError if the plugin has no such work, or it fails
   */
  public void work(String name, Work.Item item) {
    Work found =
        plugin.work().stream()
            .filter(each -> each.name().equals(name))
            .findFirst()
            .orElseThrow(() ->
                new AssertionError("The plugin %s has no work %s.".formatted(plugin.name(), name)));
    ProviderContract.await(found.handler().work(item, Instant.now().plus(found.limit())));
  }

  /**
   * Response of the plugin to a request of a route without parameters.
   *
   * @throws AssertionError if it has no such route
   */
  public RouteResponse request(
      String method, String path, Map<String, String> headers, Buffer body) {
    Route route =
        plugin.routes().stream()
            .filter(each -> each.method().equals(method) && each.path().equals(path))
            .findFirst()
            .orElseThrow(() ->
                new AssertionError(
                    "The plugin %s has no route %s %s.".formatted(plugin.name(), method, path)));
    MultiMap sent = MultiMap.caseInsensitiveMultiMap().addAll(headers);
    return ProviderContract.await(
        route
            .handler()
            .apply(
                new RouteRequest(
                    route.permission() == null
                        ? new RouteCaller.Anonymous()
                        : new RouteCaller.Staff("usr_test", "admin", List.of("*")),
                    Map.of(),
                    MultiMap.caseInsensitiveMultiMap(),
                    sent,
                    body,
                    Instant.now().plus(ProviderContract.ENOUGH))));
  }

  /** Notices that the plugin has reported, the first one first. */
  public List<PaymentNotice> notices() {
    return List.copyOf(notices);
  }

  @Override
  public void close() {
    ProviderContract.await(plugin.close());
    webClient.close();
    ProviderContract.await(vertx.close());
  }

  private final class Context implements PluginContext {

    @Override
    public Vertx vertx() {
      return vertx;
    }

    @Override
    public WebClient webClient() {
      return webClient;
    }

    @Override
    public MeterRegistry meters() {
      return meters;
    }

    @Override
    public Clock clock() {
      return Clock.systemUTC();
    }

    @Override
    public boolean isProduction() {
      return false;
    }

    @Override
    public String publicUrl() {
      return "http://localhost:9000";
    }

    @Override
    public Optional<String> setting(String name) {
      requireNamed(name);
      return Optional.ofNullable(settings.get(name));
    }

    @Override
    public Future<ShopBrand> findBrand(Instant deadline) {
      return Future.succeededFuture(new ShopBrand("Test shop", null, null));
    }

    @Override
    public PluginStore store() {
      if (store == null) {
        throw new IllegalStateException("The test has no store for " + plugin.name() + ".");
      }
      return store;
    }

    @Override
    public void reportHealth(Supplier<Future<Void>> check) {
      healthChecks.add(check);
    }

    @Override
    public Future<Void> report(PaymentNotice notice) {
      notices.add(notice);
      return Future.succeededFuture();
    }

    /** There are no orders here. */
    @Override
    public Future<Optional<JsonObject>> findOrder(String id, Instant deadline) {
      return Future.succeededFuture(Optional.empty());
    }
  }
}
