package dev.tradewind.providers.plugin;

import dev.tradewind.api.cart.CartClient;
import dev.tradewind.api.catalog.CatalogClient;
import dev.tradewind.api.order.OrderClient;
import dev.tradewind.kernel.background.BackgroundGate;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.providers.Refusals;
import dev.tradewind.spi.Plugin;
import dev.tradewind.spi.PluginContext;
import dev.tradewind.spi.Provider;
import dev.tradewind.spi.Route;
import dev.tradewind.spi.Setting;
import dev.tradewind.spi.ShopBrand;
import dev.tradewind.spi.event.Subscriber;
import dev.tradewind.spi.hook.Hook;
import dev.tradewind.spi.payment.PaymentForm;
import dev.tradewind.spi.payment.PaymentNotice;
import dev.tradewind.spi.store.PluginStore;
import dev.tradewind.spi.store.Work;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.client.WebClient;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Plugin with its settings, as it runs on a node; its own context. */
final class RunningPlugin implements PluginContext {

  private static final Logger LOG = LoggerFactory.getLogger(RunningPlugin.class);

  private static final Duration REPORT_TIMEOUT = Duration.ofSeconds(10);

  private final Plugin plugin;
  private final PluginHost host;
  private final WebClient client;
  private final OperationClient bus;
  private final List<Supplier<Future<Void>>> checks = new CopyOnWriteArrayList<>();
  private final @Nullable RunningStore store;
  private volatile Map<String, String> settings;
  private volatile List<Provider> providers = List.of();
  private volatile List<PaymentForm> paymentForms = List.of();
  private volatile List<Hook<?, ?>> hooks = List.of();
  private volatile List<Subscriber> subscribers = List.of();

  /**
   * @throws IllegalArgumentException if a secret cannot be read, or the plugin needs a database
   */
  RunningPlugin(Plugin plugin, PluginHost host, WebClient client) {
    this.plugin = plugin;
    this.host = host;
    this.client = client;
    this.bus = new OperationClient(host.vertx(), host.clock());
    this.settings = PluginSettings.of(plugin, host.settings());
    this.store = plugin.hasSchema() ? new RunningStore(plugin, host) : null;
  }

  /** Fails with an {@link IllegalArgumentException} that names the plugin. */
  Future<Void> start() {
    return Future.succeededFuture()
        .compose(settings -> plugin.start(this))
        .<Void>map(started -> {
          providers = List.copyOf(started);
          hooks = List.copyOf(plugin.hooks());
          subscribers = List.copyOf(plugin.subscribers());
          plan(plugin.work());
          paymentForms = plugin.paymentForms().stream().map(this::requireOwn).toList();
          return null;
        })
        .recover(failure ->
            Future.failedFuture(
                new IllegalArgumentException(
                    "The plugin %s cannot start: %s".formatted(plugin.name(), failure.getMessage()),
                    failure)));
  }

  private void plan(List<Work> work) {
    if (store != null) {
      store.have(work);
    } else if (!work.isEmpty()) {
      throw new IllegalArgumentException("it has work, which needs a schema.");
    }
  }

  /** Starts its work in the background. */
  void startWork(BackgroundGate gate) {
    if (store != null) {
      store.start(gate);
    }
  }

  /** Begins no further work, ends the plugin, then what it stores with. */
  Future<Void> close() {
    if (store != null) {
      store.stop();
    }
    return Future.succeededFuture()
        .compose(stopped -> plugin.close())
        .eventually(() -> store == null ? Future.succeededFuture() : store.close());
  }

  /**
   * Reads the files of secrets again; blocks.
   *
   * @throws IllegalArgumentException if a file has no secret any more; the former one stays
   */
  void readSecrets() {
    Map<String, String> current = PluginSettings.of(plugin, host.settings());
    if (!current.keySet().equals(settings.keySet())) {
      throw new IllegalArgumentException(
          "A file of a secret of the plugin " + plugin.name() + " is empty.");
    }
    if (!current.equals(settings)) {
      settings = current;
      LOG.info("Read changed secrets of plugin {}", plugin.name());
    }
  }

  /** A form of another plugin's provider would see its shoppers' data. */
  private PaymentForm requireOwn(PaymentForm form) {
    if (providers.stream().noneMatch(each -> each.id().equals(form.providerId()))
        || !form.module().startsWith("/" + plugin.name() + "/")) {
      throw new IllegalArgumentException(
          "it cannot have the payment form %s of %s.".formatted(form.module(), form.providerId()));
    }
    return form;
  }

  Plugin plugin() {
    return plugin;
  }

  /** Providers; none if it is off. */
  List<Provider> providers() {
    return providers;
  }

  /** Whether it has something to do; a plugin without its settings has not. */
  boolean isOn() {
    return !providers.isEmpty()
        || !hooks.isEmpty()
        || !subscribers.isEmpty()
        || !plugin.work().isEmpty()
        || plugin.isOnForRoutes();
  }

  List<Hook<?, ?>> hooks() {
    return hooks;
  }

  List<Subscriber> subscribers() {
    return subscribers;
  }

  /** Forms of its providers in the storefront. */
  List<PaymentForm> paymentForms() {
    return paymentForms;
  }

  /** Routes that fail with problems. */
  List<Route> routes() {
    return plugin.routes().stream()
        .map(route ->
            route.answeredBy(request ->
                route
                    .handler()
                    .apply(request)
                    .recover(failure -> Future.failedFuture(Refusals.problem(failure)))))
        .toList();
  }

  /** Fails with the first check that fails. */
  Future<Void> checkHealth() {
    return Future.all(checks.stream().map(Supplier::get).toList()).mapEmpty();
  }

  /** Checks on a context: bytes that arrive before a handler is set are lost on other threads. */
  Future<String> check() {
    Promise<String> answer = Promise.promise();
    vertx()
        .getOrCreateContext()
        .runOnContext(started ->
            Future.succeededFuture().compose(asked -> plugin.check()).onComplete(answer));
    return answer.future();
  }

  boolean reportsHealth() {
    return !checks.isEmpty();
  }

  @Override
  public Vertx vertx() {
    return host.vertx();
  }

  @Override
  public WebClient webClient() {
    return client;
  }

  @Override
  public MeterRegistry meters() {
    return host.meters();
  }

  @Override
  public Clock clock() {
    return host.clock();
  }

  @Override
  public boolean isProduction() {
    return host.isProduction();
  }

  @Override
  public String publicUrl() {
    return host.publicUrl();
  }

  @Override
  public Optional<String> setting(String name) {
    if (plugin.settings().stream().map(Setting::name).noneMatch(name::equals)) {
      throw new IllegalArgumentException(
          "The plugin %s does not name the setting %s.".formatted(plugin.name(), name));
    }
    return Optional.ofNullable(settings.get(name));
  }

  @Override
  public Future<ShopBrand> findBrand(Instant deadline) {
    return new CatalogClient(bus)
        .findBrand(CallContext.system(clock(), REPORT_TIMEOUT).withDeadline(deadline));
  }

  @Override
  public PluginStore store() {
    if (store == null) {
      throw new IllegalStateException("The plugin " + plugin.name() + " has no schema.");
    }
    return store;
  }

  @Override
  public void reportHealth(Supplier<Future<Void>> check) {
    checks.add(check);
  }

  @Override
  public Future<Void> report(PaymentNotice notice) {
    return new CartClient(bus)
        .recordPaymentNotice(
            CallContext.system(clock(), REPORT_TIMEOUT),
            CartClient.pluginNotice(plugin.name(), notice.id()),
            notice.providerId(),
            notice.reference());
  }

  @Override
  public Future<Optional<JsonObject>> findOrder(String id, Instant deadline) {
    return new OrderClient(bus)
        .findForStaff(CallContext.system(clock(), REPORT_TIMEOUT).withDeadline(deadline), id);
  }
}
