package dev.tradewind.launcher.node;

import com.hazelcast.cluster.Cluster;
import dev.tradewind.api.customer.Authentication;
import dev.tradewind.api.event.Topics;
import dev.tradewind.api.event.type.EventSchemas;
import dev.tradewind.api.order.OrderClient;
import dev.tradewind.api.webhook.WebhookClient;
import dev.tradewind.apidocs.ApiDocsRoutes;
import dev.tradewind.customer.auth.CustomerConfig;
import dev.tradewind.gateway.GatewayDependencies;
import dev.tradewind.gateway.GatewayVerticle;
import dev.tradewind.gateway.config.GatewayConfig;
import dev.tradewind.gateway.contract.Contract;
import dev.tradewind.gateway.http.ResponseBodies;
import dev.tradewind.gateway.management.EventLoopLagMeter;
import dev.tradewind.gateway.management.Health;
import dev.tradewind.gateway.management.LogLevelEndpoint;
import dev.tradewind.gateway.management.ManagementAccess;
import dev.tradewind.gateway.management.ManagementConfig;
import dev.tradewind.gateway.management.ManagementVerticle;
import dev.tradewind.gateway.page.Pages;
import dev.tradewind.kernel.async.Futures;
import dev.tradewind.kernel.background.BackgroundTasks;
import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.kernel.failpoint.Failpoint;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.SignedEnvelope;
import dev.tradewind.kernel.operation.UndeliveredRequestInterceptor;
import dev.tradewind.kernel.outbox.EventPublisher;
import dev.tradewind.kernel.outbox.KafkaConfig;
import dev.tradewind.kernel.outbox.KafkaEventPublisher;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.kernel.token.SigningKeys;
import dev.tradewind.kernel.verticle.DomainVerticle;
import dev.tradewind.kernel.verticle.NodeContext;
import dev.tradewind.launcher.Build;
import dev.tradewind.launcher.cluster.EventBusTls;
import dev.tradewind.launcher.cluster.SignedRegistrations;
import dev.tradewind.launcher.config.Awaiting;
import dev.tradewind.launcher.config.CliException;
import dev.tradewind.launcher.config.ClusterConfig;
import dev.tradewind.launcher.config.LogFields;
import dev.tradewind.launcher.config.LogFormat;
import dev.tradewind.launcher.config.NodeConfig;
import dev.tradewind.launcher.config.RouteConfig;
import dev.tradewind.launcher.config.Setting;
import dev.tradewind.launcher.seed.Demo;
import dev.tradewind.launcher.seed.Seeding;
import dev.tradewind.providers.Providers;
import dev.tradewind.providers.plugin.PluginHost;
import dev.tradewind.providers.plugin.Plugins;
import dev.tradewind.shadow.ShadowPage;
import dev.tradewind.staffpages.StaffRoutes;
import dev.tradewind.statuspage.ClusterMember;
import dev.tradewind.statuspage.ClusterReports;
import dev.tradewind.statuspage.NodeIdentity;
import dev.tradewind.statuspage.NodeReporter;
import dev.tradewind.statuspage.StatusBoard;
import dev.tradewind.statuspage.StatusRoutes;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.eventbus.EventBusOptions;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Lifecycle of one node: starts its services and verticles, and stops them in reverse order. */
public final class Node implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Node.class);

  /** Maximum time of one step of the start; a busy machine takes a minute for some. */
  private static final Duration START = Duration.ofMinutes(5);

  /** A thread that is blocked is a line of the log; one that stays so has its stack trace, too. */
  private static final Duration TRACED_BLOCK = Duration.ofSeconds(20);

  private static final Duration STOP = Duration.ofSeconds(15);

  /** In leases, log lines and spans; unique in the cluster. */
  private final String id = Ids.ulid();

  private final NodeConfig config;
  private final VerticleType.Selection selection;
  private final @Nullable Demo demo;
  private final boolean hasDemoStripe;
  private final Clock clock = Clock.systemUTC();
  private final Telemetry telemetry;
  private final Deque<String> deployments = new ArrayDeque<>();
  private final Queue<DomainVerticle> verticles = new ConcurrentLinkedQueue<>();
  private final ProblemLog problems = new ProblemLog();
  private final Instant startedAt = clock.instant();
  private final @Nullable EventBusTls tls;
  private final DrainableClusterManager membership;
  private @Nullable String gateway;
  private @Nullable BackingServices backing;
  private @Nullable Future<Vertx> cluster;
  private @Nullable KafkaEventPublisher publisher;
  private @Nullable KafkaConnectivityCheck kafkaCheck;
  private @Nullable String bootstrapServers;
  private @Nullable String stripeUrl;
  private @Nullable Plugins plugins;
  private @Nullable Health health;
  private @Nullable ShadowFollower shadow;
  private @Nullable SwitchGate switching;
  private @Nullable StatusBoard status;
  private int managementPort;
  private int gatewayPort;
  private volatile boolean warm;
  private volatile boolean hasSeenAll;

  /**
   * @param demo shop of an empty database; null: none
   * @param hasDemoStripe whether shoppers pay with test cards, at a server in place of Stripe
   */
  public Node(
      NodeConfig config,
      VerticleType.Selection selection,
      @Nullable Demo demo,
      boolean hasDemoStripe) {
    this.config = config;
    this.demo = demo;
    this.telemetry = new Telemetry(config.traces(), id);
    this.hasDemoStripe = hasDemoStripe;
    this.selection = selection.in(config);
    ClusterConfig cluster = config.cluster();
    Path certificates = cluster.certificates();
    this.tls = certificates == null ? null : EventBusTls.load(certificates, clock);
    this.membership =
        new DrainableClusterManager(
            cluster.hazelcast(), tls == null ? null : new SignedRegistrations(tls.keys()));
    if (!config.warmUp().isZero()) {
      membership.holdBack(VerticleType.addresses(config));
    }
  }

  /** Starts everything; after a failure {@link #close} stops the parts already started. */
  public void start() {
    prepare();
    BackingServices services = BackingServices.ofNode(config, hasDemoStripe);
    backing = services;
    serve(services);
  }

  /** As above, on services that another one closes. */
  public void startOn(BackingServices services) {
    prepare();
    serve(services);
  }

  private void prepare() {
    LogFields.show(id);
    problems.attach();
    requireUsable();
  }

  private void serve(BackingServices services) {
    Future<Vertx> joining = join();
    cluster = joining;
    if (selection.hasGateway()) {
      // Meanwhile, as the database and the cluster are mostly waited for.
      Thread.ofPlatform().daemon().name("read-contract").start(Contract::load);
    }
    DatabaseConfig database = services.database();
    DatabaseMigrator.migrate(database, config);
    Vertx vertx = Awaiting.await("Joining the cluster", joining, START);
    seed(vertx, database);
    KafkaConfig kafka = config.kafka().withBootstrapServers(services.kafkaBootstrap());
    bootstrapServers = kafka.bootstrapServers();
    KafkaEventPublisher events =
        KafkaEventPublisher.create(
            vertx,
            kafka,
            Topics.published(config.publishesStates()),
            new EventSchemas(config.publicUrl()),
            telemetry.registry());
    publisher = events;
    KafkaConnectivityCheck connectivity =
        new KafkaConnectivityCheck(vertx, kafka, telemetry.registry());
    connectivity.start();
    kafkaCheck = connectivity;
    stripeUrl = services.stripeUrl();
    Plugins installed = startPlugins(vertx, database);
    plugins = installed;
    SigningKeys keys = config.access().keys();
    startTasks(
        vertx,
        installed,
        new SecretRotation(vertx, config.secretFiles(), keys, kafka, events, connectivity));
    Health checks = healthOf(vertx);
    checks.watch("kafka", connectivity::health);
    installed.healthChecks().forEach(checks::watch);
    health = checks;
    shadow = followSwitch(vertx, database);
    SwitchGate gate = watchSwitch(vertx, database);
    switching = gate;
    installed.startWork(gate.gate());
    gate.onMove(() -> checks.watch("following", gate::health));
    status = statusOf(vertx, checks);
    openManagement(vertx, checks);
    deploy(
        vertx,
        contextOf(database, announcing(vertx, installed.providers(), events), gate),
        installed,
        checks,
        keys);
    checks.markStarted();
    warmUp(vertx);
  }

  private NodeContext contextOf(DatabaseConfig database, EventPublisher events, SwitchGate gate) {
    return new NodeContext(
            id,
            database,
            events,
            clock,
            telemetry.registry(),
            config.publishesStates(),
            config.responseCacheMegabytes())
        .withGate(gate.gate())
        .withDataFolder(config.dataFolder())
        .withShared((operations, pool) ->
            new Authentication(pool, config.access().sessions().idle(), clock).bind(operations));
  }

  private void startTasks(Vertx vertx, Plugins installed, SecretRotation rotation) {
    BackgroundTasks tasks = new BackgroundTasks("node", telemetry.registry());
    tasks.add(installed.readingSecrets(vertx));
    rotation.tasks().forEach(tasks::add);
    tasks.start(vertx);
  }

  /** Finds before the start what would fail in it. */
  private void requireUsable() {
    if (config.isProduction() && Failpoint.isInstalled()) {
      throw new CliException(
          "Production does not start with the system property " + Failpoint.PROPERTY + ".");
    }
    if (hasDemoStripe) {
      DemoStripe.require(config);
    }
    VerticleType.requireNames(config.poolSizes().keySet(), Setting.DATABASE_POOL_SIZES);
    requireLogins();
    if (selection.hasGateway()) {
      requireFreePort(config.gateway().host(), config.gateway().port(), Setting.HTTP_PORT);
      requireRoutesBesideContract();
    }
    ManagementConfig management = config.management();
    if (management != null && !management.fallbackToFreePort()) {
      requireFreePort(management.host(), management.port(), Setting.MANAGEMENT_PORT);
    }
    requireUsableKafkaClient();
  }

  private void requireRoutesBesideContract() {
    RouteConfig routes = config.routes();
    if (routes != null) {
      routes.requireBeside(Contract.load().without(absentAddresses()));
    }
  }

  /** Addresses of the verticles that the shop does without. */
  private Set<String> absentAddresses() {
    return VerticleType.absent(config).stream()
        .map(VerticleType::address)
        .collect(Collectors.toSet());
  }

  /** A verticle without a login of its own would have access to the schemas of all. */
  private void requireLogins() {
    Set<String> logins = config.databaseLogins().keySet();
    VerticleType.requireNames(logins, Setting.DATABASE_LOGINS);
    selection.parts().stream()
        .map(VerticleType::label)
        .filter(label -> !logins.isEmpty() && !logins.contains(label))
        .findFirst()
        .ifPresent(missing -> {
          throw new CliException(
              "%s names no login of %s.".formatted(Setting.DATABASE_LOGINS.variable(), missing));
        });
  }

  /** Other nodes and load balancers send nothing to the node until it ends. */
  private void warmUp(Vertx vertx) {
    if (config.warmUp().isZero()) {
      return;
    }
    long startedAt = System.nanoTime();
    WarmUp requests = new WarmUp(vertx, clock, config.warmUp());
    LogFormat.withoutRequests(() -> {
      // In shadow mode requests over HTTP would reach the v1 server.
      Future<?> sent =
          selection.hasGateway() && shadow == null
              ? requests.overHttp(config.gateway().host(), gatewayPort)
              : requests.overEventBus(selection.parts());
      Awaiting.await("Warming up", sent, START);
      LOG.info(
          "Warmed up with {} requests in {} ms",
          requests.sent(),
          (System.nanoTime() - startedAt) / 1_000_000);
    });
    Awaiting.await("Announcing the node", membership.announce(), START);
    warm = true;
  }

  private Plugins startPlugins(Vertx vertx, DatabaseConfig database) {
    Map<String, String> settings = config.pluginSettings();
    PluginHost host =
        new PluginHost(
            vertx,
            telemetry.registry(),
            clock,
            config.isProduction(),
            config.publicUrl(),
            stripeUrl == null ? settings : DemoStripe.settings(stripeUrl, settings),
            config.hooks(),
            database.withPoolSize(config.poolSize()));
    return ProviderCheck.start(host, config);
  }

  private Health healthOf(Vertx vertx) {
    EventBusProbe bus = Awaiting.await("Joining the event bus", EventBusProbe.start(vertx), START);
    Health checks = new Health();
    checks.require("event_bus", bus::check);
    for (VerticleType part : selection.parts()) {
      checks.require(
          part.label(),
          () -> DomainVerticle.checkHealth(vertx, part.address(), Health.CHECK_TIMEOUT));
    }
    if (!config.warmUp().isZero()) {
      checks.require(
          "warm_up",
          () ->
              warm ? Future.succeededFuture() : Future.failedFuture("The warm-up has not ended."));
    }
    if (selection.hasGateway()) {
      List<String> addresses = VerticleType.addresses(config);
      checks.require("operations", () -> checkOperations(addresses));
      checks.watch("verticles", () -> membership.unserved(addresses).compose(Node::requireNone));
    }
    return checks;
  }

  /**
   * A gateway that joins waits for all verticles. Afterwards one that is unavailable is missing to
   * the other gateways too: they all stay ready, and the operations of the others go on. A gateway
   * that sees none is the one that is alone.
   */
  private Future<?> checkOperations(List<String> addresses) {
    return membership
        .unserved(addresses)
        .compose(missing -> {
          hasSeenAll |= missing.isEmpty();
          if (hasSeenAll && missing.size() < addresses.size()) {
            return Future.succeededFuture();
          }
          return requireNone(missing);
        });
  }

  private static Future<?> requireNone(List<String> unserved) {
    return Futures.unlessEmpty(
        unserved,
        () ->
            Future.failedFuture(
                "No node of the cluster serves " + String.join(", ", unserved) + "."));
  }

  /** Events are announced to notification providers and webhooks before they are published. */
  private EventPublisher announcing(Vertx vertx, Providers providers, EventPublisher events) {
    OperationClient bus = new OperationClient(vertx, clock);
    EventPublisher toWebhooks =
        config.hasWebhooks() ? new WebhookClient(bus).announcing(clock, events) : events;
    return new OrderClient(bus).announcing(providers.notifiedEventTypes(), clock, toWebhooks);
  }

  private Future<Vertx> join() {
    EventBusOptions bus = new EventBusOptions().setHost(config.cluster().host());
    VertxOptions options =
        new VertxOptions()
            .setEventBusOptions(tls == null ? bus : tls.on(bus))
            .setWarningExceptionTime(TRACED_BLOCK.toNanos());
    return telemetry
        .observing(Vertx.builder(), options)
        .withClusterManager(membership)
        .buildClustered()
        .recover(failure -> Future.failedFuture(notJoined(failure)))
        .onSuccess(this::openBus);
  }

  /** A server that accepts connections at an address of a member, and never answers, is one. */
  private CliException notJoined(Throwable failure) {
    return new CliException(
        "The node cannot join its cluster at port %s: every address of %s (%s) must be a node or closed, see the log."
            .formatted(
                config.cluster().port(),
                Setting.CLUSTER_MEMBERS.variable(),
                config.cluster().members()),
        failure);
  }

  private void openBus(Vertx vertx) {
    telemetry.install(vertx);
    ClusterMeters.measure(membership.getHazelcastInstance().getCluster(), telemetry.registry());
    UndeliveredRequestInterceptor.reportOn(vertx);
    if (tls != null) {
      SignedEnvelope.install(vertx, tls.keys(), clock);
      BackgroundTasks tasks = new BackgroundTasks("node", telemetry.registry());
      tasks.add(tls.reloading(vertx));
      tasks.start(vertx);
    }
  }

  private void seed(Vertx vertx, DatabaseConfig database) {
    Seeding seeding = new Seeding(vertx, database, config.access(), clock);
    if (demo != null && seeding.demoShop(demo, config)) {
      LOG.info("Created the demo shop");
    }
    if (hasDemoStripe) {
      DemoStripe.providers(demo).forEach(seeding::offerPayment);
    }
    if (seeding.firstUser(config.adminEmail(), config.adminPassword())) {
      LOG.info("Created the first user {}", config.adminEmail());
    }
  }

  private @Nullable ShadowFollower followSwitch(Vertx vertx, DatabaseConfig database) {
    if (config.shadow() == null || !selection.hasGateway()) {
      return null;
    }
    return Awaiting.await(
        "Reading the state of the switch",
        ShadowFollower.start(vertx, database, config.shadow(), telemetry.registry(), clock),
        START);
  }

  private SwitchGate watchSwitch(Vertx vertx, DatabaseConfig database) {
    return Awaiting.await(
        "Reading whether the shop is a copy",
        SwitchGate.start(vertx, database, config.shadow() != null, telemetry.registry()),
        START);
  }

  /** Other nodes show the status of this one from now on. */
  private StatusBoard statusOf(Vertx vertx, Health checks) {
    Build build = Build.current();
    NodeReporter reporter =
        new NodeReporter(
            vertx,
            new NodeIdentity(id, build.version(), build.commit(), startedAt, selection.names()),
            checks::readiness,
            telemetry.registry(),
            problems::last);
    ClusterReports reports =
        new ClusterReports(
            vertx, reporter, () -> members(membership.getHazelcastInstance().getCluster()));
    Awaiting.await("Serving the status of the node", reports.serve(), START);
    return new StatusBoard(vertx, reports, clock);
  }

  private static List<ClusterMember> members(Cluster cluster) {
    return cluster.getMembers().stream()
        .map(member ->
            new ClusterMember(
                member.getUuid().toString(),
                member.getAddress().getHost() + ":" + member.getAddress().getPort(),
                member.localMember()))
        .toList();
  }

  /** First to start and last to stop: it reports the state of the others. */
  private void openManagement(Vertx vertx, Health checks) {
    ManagementConfig management = config.management();
    if (management == null) {
      return;
    }
    Path token = config.managementTokenFile();
    ManagementAccess access = token == null ? null : new ManagementAccess(vertx, token);
    List<Pages> pages = new ArrayList<>();
    if (shadow != null) {
      pages.add(new ShadowPage(shadow.shadow()));
    }
    if (access != null && status != null) {
      pages.add(StatusRoutes.forManagement(vertx, status, access));
    }
    ManagementVerticle verticle =
        new ManagementVerticle(
            management,
            checks,
            telemetry.registry(),
            access == null ? null : new LogLevelEndpoint(access, new TemporaryLogLevels(vertx)),
            pages);
    deployments.push(open("the management port", vertx.deployVerticle(verticle)));
    deployments.push(
        open(
            "the measurement of event loops",
            vertx.deployVerticle(
                () -> new EventLoopLagMeter(telemetry.registry()),
                // Instances take the event loops in turn.
                new DeploymentOptions().setInstances(VertxOptions.DEFAULT_EVENT_LOOP_POOL_SIZE))));
    managementPort = verticle.actualPort();
    LOG.info("Serving management endpoints at port {}", managementPort);
  }

  private void deploy(
      Vertx vertx, NodeContext services, Plugins installed, Health checks, SigningKeys keys) {
    DeploymentOptions several = new DeploymentOptions().setInstances(config.instances());
    CustomerConfig customers =
        config.access().customers(keys).withAuditsWebhooks(config.hasWebhooks());
    reportPools();
    for (VerticleType part : selection.parts()) {
      deployments.push(
          Awaiting.await(
              "Starting " + part.label(),
              vertx.deployVerticle(
                  () -> verticle(part, services, installed.providers(), customers), several),
              START));
    }
    if (selection.hasGateway()) {
      gateway = openGateway(vertx, installed, checks, keys);
    }
  }

  private DomainVerticle verticle(
      VerticleType part, NodeContext services, Providers providers, CustomerConfig customers) {
    DomainVerticle verticle =
        part.verticle(
            services.withDatabase(config.databaseOf(part.label(), services.database())),
            providers,
            customers,
            config);
    verticles.add(verticle);
    return verticle;
  }

  private void reportPools() {
    LOG.info(
        "Opening up to {} database connections: {}",
        config.instances()
            * selection.parts().stream().mapToInt(part -> config.poolSize(part.label())).sum(),
        selection.parts().stream()
            .map(part ->
                "%s %s".formatted(part.label(), config.instances() * config.poolSize(part.label())))
            .collect(Collectors.joining(", ")));
  }

  private String openGateway(Vertx vertx, Plugins installed, Health checks, SigningKeys keys) {
    RouteConfig routes = config.routes();
    DeploymentOptions oneForEachCore =
        new DeploymentOptions().setInstances(Runtime.getRuntime().availableProcessors());
    GatewayDependencies services =
        new GatewayDependencies(
            keys,
            checks,
            telemetry.registry(),
            clock,
            new ResponseBodies(telemetry.registry(), config.responseCacheMegabytes()),
            installed.routes(),
            routes == null ? null : routes.forwarding(),
            installed.paymentForms(),
            List.of(
                gateway -> StatusRoutes.forStaff(gateway, Objects.requireNonNull(status)),
                StaffRoutes::new,
                ApiDocsRoutes::new),
            shadow == null ? null : shadow.shadow()::entry);
    GatewayConfig gatewayConfig = config.gateway().withAbsentVerticles(absentAddresses());
    Queue<GatewayVerticle> instances = new ConcurrentLinkedQueue<>();
    String deployment =
        open(
            "the gateway",
            Contract.load()
                .without(gatewayConfig.absentVerticles())
                .prepareRoutes(vertx)
                .compose(prepared ->
                    vertx.deployVerticle(
                        () -> {
                          GatewayVerticle instance = new GatewayVerticle(gatewayConfig, services);
                          instances.add(instance);
                          return instance;
                        },
                        oneForEachCore)));
    gatewayPort = instances.element().actualPort();
    return deployment;
  }

  private static String open(String what, Future<String> deployed) {
    try {
      return Awaiting.await("Starting " + what, deployed, START);
    } catch (IllegalStateException failure) {
      if (failure.getCause() instanceof BindException) {
        throw new CliException(failure.getMessage() + ".", failure);
      }
      throw failure;
    } catch (IllegalArgumentException unfit) {
      throw new CliException(String.valueOf(unfit.getMessage()), unfit);
    }
  }

  /** Checks a port first, so that a conflict is not reported after half a minute. */
  private static void requireFreePort(String host, int port, Setting setting) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(host, port));
    } catch (IOException taken) {
      throw new CliException(
          "Cannot listen on %s:%s (%s). Set %s to another port."
              .formatted(host, port, taken.getMessage(), setting.variable()),
          taken);
    }
  }

  /** Kafka may be unavailable at the start; its settings have to be right. */
  private void requireUsableKafkaClient() {
    if (config.kafkaBootstrap() == null) {
      return;
    }
    try {
      config.kafka().requireUsable();
    } catch (IllegalArgumentException unusable) {
      throw new CliException(
          "The settings TRADEWIND_KAFKA_... are wrong: " + unusable.getMessage(), unusable);
    }
  }

  /** Bootstrap servers of Kafka; known once the node has started. */
  public String kafkaBootstrap() {
    return Objects.requireNonNull(bootstrapServers);
  }

  /** URL of the Stripe test server of a demo; null without it. */
  public @Nullable String stripeUrl() {
    return stripeUrl;
  }

  /** Port of the management endpoints; 0 if they are disabled. */
  public int managementPort() {
    return managementPort;
  }

  /**
   * Graceful shutdown: stops periodic tasks, accepts nothing new, finishes requests in flight,
   * leaves the cluster, stops the embedded services. Other nodes drop this node's registrations
   * while its gateway drains, and its verticles reply until both is done; then they are undeployed
   * in reverse order.
   */
  @Override
  public void close() {
    if (health != null) {
      health.markShuttingDown();
    }
    if (kafkaCheck != null) {
      kafkaCheck.close();
    }
    if (cluster != null) {
      try {
        Awaiting.await("Leaving the cluster", cluster.compose(this::leave), STOP);
      } catch (RuntimeException failure) {
        LOG.warn("Stopping a part of the node failed: {}", failure.toString());
      }
    }
    if (backing != null) {
      backing.close();
    }
    telemetry.close();
    problems.detach();
  }

  private Future<Void> leave(Vertx vertx) {
    return Future.join(verticles.stream().map(DomainVerticle::stopTasks).toList())
        .transform(stopped -> undeploy(vertx));
  }

  private Future<Void> undeploy(Vertx vertx) {
    Future<Void> closed = gateway == null ? Future.succeededFuture() : vertx.undeploy(gateway);
    Future<Void> left =
        Future.join(
                closed
                    .transform(ended -> shadow == null ? Future.succeededFuture() : shadow.close())
                    .transform(
                        ended -> switching == null ? Future.succeededFuture() : switching.close()),
                membership.withdraw())
            .mapEmpty();
    for (String deployment : deployments) {
      left = left.transform(before -> vertx.undeploy(deployment));
    }
    return left.transform(
            undeployed -> publisher == null ? Future.succeededFuture() : publisher.close())
        .transform(undeployed -> plugins == null ? Future.succeededFuture() : plugins.close())
        .transform(undeployed -> vertx.close());
  }
}
