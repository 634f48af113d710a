package dev.tradewind.spi.testing;

import dev.tradewind.spi.Plugin;
import dev.tradewind.spi.PluginContext;
import dev.tradewind.spi.Provider;
import dev.tradewind.spi.Route;
import dev.tradewind.spi.RouteCaller;
import dev.tradewind.spi.RouteRequest;
import dev.tradewind.spi.RouteResponse;
import dev.tradewind.spi.Setting;
import dev.tradewind.spi.payment.PaymentNotice;
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

/**
 * Node of one plugin, for tests: starts the plugin with settings, and has its providers as the
 * plugin returned them.
 */
public final class TestNode implements AutoCloseable {

  private final Plugin plugin;
  private final Map<String, String> settings;
  private final Vertx vertx = Vertx.vertx();
  private final WebClient webClient = WebClient.create(vertx);
  private final MeterRegistry meters = new SimpleMeterRegistry();
  private final List<Supplier<Future<Void>>> healthChecks = new ArrayList<>();
  private final List<PaymentNotice> notices = new CopyOnWriteArrayList<>();
  private List<Provider> providers = List.of();

  private TestNode(Plugin plugin, Map<String, String> settings) {
    this.plugin = plugin;
    this.settings = Map.copyOf(settings);
  }

  /**
   * Starts the plugin.
   *
   * @param settings values by the names of their variables; the plugin has named all of them
   * @throws AssertionError if the start fails
   */
  public static TestNode start(Plugin plugin, Map<String, String> settings) {
    TestNode node = new TestNode(plugin, settings);
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
                        : new RouteCaller.Staff("usr_test", "admin"),
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
