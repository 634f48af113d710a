package dev.tradewind.acceptance;

import static dev.tradewind.testing.Eventually.until;
import static dev.tradewind.testing.Futures.await;

import dev.tradewind.acceptance.checkout.DiscountFixtures;
import dev.tradewind.api.customer.Authentication;
import dev.tradewind.api.event.Topics;
import dev.tradewind.api.event.type.EventSchemas;
import dev.tradewind.api.order.OrderClient;
import dev.tradewind.api.retention.DataLimits;
import dev.tradewind.api.webhook.WebhookClient;
import dev.tradewind.apidocs.ApiDocsRoutes;
import dev.tradewind.batch.BatchVerticle;
import dev.tradewind.cart.CartVerticle;
import dev.tradewind.cart.CheckoutRules;
import dev.tradewind.catalog.CatalogVerticle;
import dev.tradewind.customer.CustomerVerticle;
import dev.tradewind.customer.auth.CustomerConfig;
import dev.tradewind.customer.oauthapp.AppSettings;
import dev.tradewind.customer.password.PasswordPolicy;
import dev.tradewind.customer.password.PasswordSettings;
import dev.tradewind.customer.password.Passwords;
import dev.tradewind.customer.user.UserRegistration;
import dev.tradewind.discount.DiscountVerticle;
import dev.tradewind.gateway.GatewayDependencies;
import dev.tradewind.gateway.GatewayVerticle;
import dev.tradewind.gateway.auth.AllowedOrigins;
import dev.tradewind.gateway.config.GatewayConfig;
import dev.tradewind.gateway.config.ServerSecurity;
import dev.tradewind.gateway.http.ResponseBodies;
import dev.tradewind.gateway.management.Health;
import dev.tradewind.kernel.background.BackgroundGate;
import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.kernel.database.Migrations;
import dev.tradewind.kernel.database.Schema;
import dev.tradewind.kernel.database.SchemaPool;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.outbound.AddressRange;
import dev.tradewind.kernel.outbox.EventPublisher;
import dev.tradewind.kernel.outbox.KafkaConfig;
import dev.tradewind.kernel.outbox.KafkaEventPublisher;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.kernel.text.Sha256;
import dev.tradewind.kernel.token.SigningKeys;
import dev.tradewind.kernel.verticle.DomainVerticle;
import dev.tradewind.kernel.verticle.NodeContext;
import dev.tradewind.order.OrderVerticle;
import dev.tradewind.providers.Providers;
import dev.tradewind.providers.plugin.Plugins;
import dev.tradewind.providers.test.TestPlugin;
import dev.tradewind.sample.DemoShop;
import dev.tradewind.shadow.Shadow;
import dev.tradewind.staffpages.StaffRoutes;
import dev.tradewind.testing.StatementCounter;
import dev.tradewind.testing.TestDatabase;
import dev.tradewind.webhook.WebhookVerticle;
import dev.tradewind.webhook.subscription.WebhookSettings;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Complete service in this JVM: every verticle, its own database and broker, demo data. */
public final class Shop {

  static final List<Schema> SCHEMAS =
      List.of(
          CatalogVerticle.SCHEMA,
          CustomerVerticle.SCHEMA,
          DiscountVerticle.SCHEMA,
          CartVerticle.SCHEMA,
          OrderVerticle.SCHEMA,
          BatchVerticle.SCHEMA,
          WebhookVerticle.SCHEMA);

  /** Webhooks may go to this machine. */
  private static final WebhookSettings WEBHOOKS =
      new WebhookSettings(
          "/tradewind",
          "https://shop.example",
          true,
          List.of(AddressRange.parse("127.0.0.0/8")),
          Duration.ofDays(7),
          List.of());

  /** At the default cost, a fifth of the processor time of the tests would go into hashes. */
  private static final PasswordSettings PASSWORDS = PasswordSettings.DEFAULT.withCost(64, 1);

  /** A busy machine answers late. */
  private static final GatewayConfig CONFIG =
      GatewayConfig.of("127.0.0.1", 0).withRequestTimeout(Duration.ofMinutes(1));

  private static Shop shared;

  /** Base of the URLs in events; the gateway listens at a free port instead. */
  public static final String PUBLIC_URL = "https://shop.example";

  private final StatementCounter counter = new StatementCounter();
  private final Vertx vertx = Vertx.builder().withTracer(counter).build();
  private final BackgroundGate gate;
  private final List<DomainVerticle> verticles;
  private final Storefront storefront;
  private final Pool catalog;
  private final Pool orders;
  private final Pool carts;
  private final Pool customers;
  private final Pool discounts;
  private final List<Pool> outboxes;
  private final UserRegistration users;
  private final String bootstrapServers;
  private final SigningKeys keys = SigningKeys.random();
  private final Plugins plugins;
  private final @Nullable TestDatabase ownDatabase;
  private final String databaseUrl;

  public Shop(ShopOptions options) {
    this.bootstrapServers = options.bootstrapServers();
    gate = options.isCopy() ? BackgroundGate.closed() : BackgroundGate.opened();
    Clock clock = Clock.systemUTC();
    String given = options.databaseUrl();
    ownDatabase = given == null ? migratedDatabase() : null;
    databaseUrl = ownDatabase == null ? Objects.requireNonNull(given) : ownDatabase.url();
    CausedEventRecorder.record(databaseUrl);
    DatabaseConfig database = DatabaseConfig.parse(databaseUrl, 4);
    // What fixtures write is no change by the shop: these connections have no caller.
    catalog = SchemaPool.openForSeeding(vertx, database, CatalogVerticle.SCHEMA);
    orders = SchemaPool.open(vertx, database, OrderVerticle.SCHEMA);
    carts = SchemaPool.open(vertx, database, CartVerticle.SCHEMA);
    customers = SchemaPool.open(vertx, database, CustomerVerticle.SCHEMA);
    discounts = SchemaPool.openForSeeding(vertx, database, DiscountVerticle.SCHEMA);
    outboxes =
        List.of(
            catalog,
            orders,
            carts,
            customers,
            discounts,
            SchemaPool.open(vertx, database, BatchVerticle.SCHEMA));
    users = new UserRegistration(new Passwords(vertx, PASSWORDS), PasswordPolicy.NONE, clock);
    if (options.hasDemoData()) {
      // As a node does it: on a busy machine the transaction idles for longer than a request's may.
      Pool seeding = SchemaPool.openForSeeding(vertx, database, CatalogVerticle.SCHEMA);
      await(DemoShop.seed(seeding, clock));
      await(seeding.close());
    }
    MeterRegistry meters = new CompositeMeterRegistry();
    EventPublisher events =
        KafkaEventPublisher.create(
            vertx,
            KafkaConfig.of(bootstrapServers),
            Topics.published(options.publishesStates()),
            new EventSchemas(PUBLIC_URL),
            meters);
    plugins = TestPlugin.started(vertx, options.pluginSettings(), options.hooks());
    Providers providers = plugins.providers();
    OperationClient bus = new OperationClient(vertx, clock);
    NodeContext node =
        new NodeContext(
                Ids.ulid(),
                database,
                new OrderClient(bus)
                    .announcing(
                        providers.notifiedEventTypes(),
                        clock,
                        options.announcesToWebhooks()
                            ? new WebhookClient(bus).announcing(clock, events)
                            : events),
                clock,
                meters,
                options.publishesStates())
            .withGate(gate)
            .withShared((operations, pool) ->
                new Authentication(pool, Duration.ZERO, clock).bind(operations));
    verticles =
        List.of(
            new WebhookVerticle(node, keys, WEBHOOKS, providers.subscribers()),
            new CatalogVerticle(node, providers),
            new CustomerVerticle(
                node,
                CustomerConfig.of(keys)
                    .withPasswords(PASSWORDS)
                    .withApps(options.apps())
                    .withOwnedMetadata(providers.customerKeys())
                    .withHooks(providers.hooks())
                    .withAuditsWebhooks(true)),
            new DiscountVerticle(node),
            new OrderVerticle(node, providers, keys),
            new CartVerticle(node, providers, DataLimits.DEFAULT, options.checkoutRules()),
            new BatchVerticle(node, keys));
    verticles.forEach(verticle -> await(vertx.deployVerticle(verticle)));
    storefront = gateway(CONFIG);
  }

  private Storefront gateway(GatewayConfig config) {
    return gateway(config, null);
  }

  private Storefront gateway(GatewayConfig config, Shadow shadow) {
    PrometheusMeterRegistry metrics = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    GatewayVerticle gateway =
        new GatewayVerticle(
            config,
            new GatewayDependencies(
                keys,
                health(),
                metrics,
                Clock.systemUTC(),
                new ResponseBodies(metrics, NodeContext.RESPONSE_CACHE_MEGABYTES),
                plugins.routes(),
                null,
                plugins.paymentForms(),
                List.of(StaffRoutes::new, ApiDocsRoutes::new),
                shadow == null ? null : shadow::entry));
    await(vertx.deployVerticle(gateway));
    return new Storefront("http://127.0.0.1:" + gateway.actualPort());
  }

  /** Gate of the work that the verticles do by themselves. */
  public BackgroundGate gate() {
    return gate;
  }

  public Providers providers() {
    return plugins.providers();
  }

  /** Another gateway of the same shop, which enforces roles. */
  public Storefront enforcingRoles() {
    return gateway(CONFIG.withEnforcesRoles(true));
  }

  /** Another gateway of the same shop, before a v1 server. */
  public Storefront shadowing(Shadow shadow) {
    return gateway(CONFIG, shadow);
  }

  /** Another gateway of the same shop, which does without webhooks. */
  public Storefront withoutWebhooks() {
    return gateway(CONFIG.withAbsentVerticles(Set.of(WebhookClient.ADDRESS)));
  }

  /** Another gateway of the same shop, which requires a second factor of staff. */
  public Storefront requiringSecondFactor() {
    return gateway(CONFIG.withSecurity(ServerSecurity.DEVELOPMENT.withRequiresSecondFactor(true)));
  }

  /** Another gateway of the same shop, which pages of the origin may call. */
  public Storefront allowing(String origin) {
    AllowedOrigins origins = AllowedOrigins.parse(origin);
    return gateway(CONFIG.withStoreOrigins(origins).withAdminOrigins(origins));
  }

  private static Health health() {
    Health health = new Health();
    health.markStarted();
    return health;
  }

  /** Instance shared by all tests of this JVM. */
  public static synchronized Shop shared() {
    if (shared == null) {
      shared = new Shop(ShopOptions.defaults().build());
    }
    return shared;
  }

  /** Instance with demo data for a test that changes what the others rely on. */
  public static Shop separate() {
    return new Shop(ShopOptions.defaults().build());
  }

  /** Service that publishes to the given address, whether or not a broker listens there. */
  public static Shop publishingTo(String bootstrapServers) {
    return new Shop(ShopOptions.defaults().bootstrapServers(bootstrapServers).build());
  }

  /** Service with demo data on a database that it migrates, twice as at a second start. */
  public static Shop on(String databaseUrl) {
    return on(databaseUrl, Map.of());
  }

  /** Service on a database that it migrates, with plugins that have these settings. */
  public static Shop on(String databaseUrl, Map<String, String> pluginSettings) {
    new Migrations(DatabaseConfig.parse(databaseUrl, 1)).run(SCHEMAS);
    new Migrations(DatabaseConfig.parse(databaseUrl, 1)).run(SCHEMAS);
    return new Shop(
        ShopOptions.defaults().databaseUrl(databaseUrl).pluginSettings(pluginSettings).build());
  }

  /** Database with the schemas of all verticles. */
  public static TestDatabase migratedDatabase() {
    return TestDatabase.copyOf(
        "shop", url -> new Migrations(DatabaseConfig.parse(url, 1)).run(SCHEMAS));
  }

  /** On the copy of a shop that takes the writes: its gate is closed. */
  public static Shop onCopy(String databaseUrl, Map<String, String> pluginSettings) {
    return new Shop(
        ShopOptions.defaults()
            .databaseUrl(databaseUrl)
            .pluginSettings(pluginSettings)
            .isCopy(true)
            .build());
  }

  /** Service that also publishes whole products, customers and orders. */
  public static Shop publishingStates() {
    return new Shop(ShopOptions.defaults().publishesStates(true).build());
  }

  /** Service that announces its events to the webhook verticle. */
  public static Shop announcingToWebhooks() {
    return new Shop(ShopOptions.defaults().announcesToWebhooks(true).build());
  }

  /** Service that completes no cart without a shipping method. */
  public static Shop requiringShipping() {
    return new Shop(ShopOptions.defaults().checkoutRules(new CheckoutRules(true, false)).build());
  }

  /** Service that compares the prices of a cart with the present ones before it is ordered. */
  public static Shop quotingAgain() {
    return new Shop(ShopOptions.defaults().checkoutRules(new CheckoutRules(false, true)).build());
  }

  /** Service whose plugins have these settings. */
  public static Shop withPlugins(Map<String, String> settings) {
    return new Shop(ShopOptions.defaults().pluginSettings(settings).build());
  }

  /** Service without demo data. */
  public static Shop empty() {
    return emptyWith(AppSettings.NONE);
  }

  /** Service without demo data, with those OAuth applications. */
  public static Shop emptyWith(AppSettings apps) {
    return new Shop(ShopOptions.defaults().hasDemoData(false).apps(apps).build());
  }

  public String databaseUrl() {
    return databaseUrl;
  }

  public Vertx vertx() {
    return vertx;
  }

  public List<DomainVerticle> verticles() {
    return verticles;
  }

  public Storefront storefront() {
    return storefront;
  }

  public Pool carts() {
    return carts;
  }

  public Pool catalog() {
    return catalog;
  }

  public Pool customers() {
    return customers;
  }

  public Pool discounts() {
    return discounts;
  }

  public Pool orders() {
    return orders;
  }

  public OperationClient bus() {
    return new OperationClient(vertx, Clock.systemUTC());
  }

  /** Statements sent to the database so far, those of background tasks included. */
  public long allStatements() {
    return counter.all();
  }

  /** Statements sent to the database since the last call. */
  public List<String> statements() {
    return counter.drain();
  }

  /** Failures of statements and messages since the last call. */
  public List<Throwable> failures() {
    return counter.drainFailures();
  }

  /** Hands each statement to the listener from now on, as the SQL client traces it. */
  public void onStatement(Consumer<Object> listener) {
    counter.listen(listener);
  }

  /** The fewest statements of three runs of a request. */
  public List<String> fewestStatements(Runnable request) {
    return counter.fewest(request);
  }

  public void close() {
    await(vertx.close());
    CausedEventRecorder.closed(databaseUrl);
    // The databases of all tests would fill the memory.
    if (ownDatabase != null) {
      ownDatabase.drop();
    }
  }

  /** Creates a product with one variant, sold in euros and dollars in the default sales channel. */
  public JsonObject newVariant(long price, int stock) {
    String suffix = Ids.ulid();
    await(
        catalog.withTransaction(db ->
            db.preparedQuery(
                    """
                    INSERT INTO product (id, title, handle, status, created_at, updated_at)
                    VALUES ($1, 'Kettle', $1, 'published', now(), now())
                    """)
                .execute(Tuple.of("prod_" + suffix))
                .compose(done ->
                    db.preparedQuery(
                            """
                            INSERT INTO product_variant (
                              id, product_id, title, inventory_quantity, created_at,
                              updated_at
                            )
                            VALUES ($1, $2, 'Red', $3, now(), now())
                            """)
                        .execute(Tuple.of("variant_" + suffix, "prod_" + suffix, stock)))
                .compose(done ->
                    db.preparedQuery(
                            """
                            INSERT INTO money_amount (
                              id, variant_id, currency_code, amount, created_at, updated_at
                            )
                            SELECT 'ma_' || currency || $1, 'variant_' || $1, currency, $2,
                              now(), now()
                            FROM unnest(ARRAY['eur', 'usd']) AS currency
                            """)
                        .execute(Tuple.of(suffix, price)))
                .compose(done ->
                    db.preparedQuery(
                            """
                            INSERT INTO product_shipping_profile (product_id, profile_id)
                            SELECT $1, id FROM shipping_profile WHERE type = 'default'
                            """)
                        .execute(Tuple.of("prod_" + suffix)))
                .compose(done ->
                    db.preparedQuery(
                            """
                            INSERT INTO product_sales_channel (product_id, sales_channel_id)
                            SELECT $1, default_sales_channel_id FROM store
                            """)
                        .execute(Tuple.of("prod_" + suffix)))));
    return new JsonObject().put("id", "variant_" + suffix).put("product_id", "prod_" + suffix);
  }

  /** Creates variants of one product, with the SKUs of the prefix and a number from 1 on. */
  public void newVariants(String prefix, int count) {
    JsonObject first = newVariant(1_000, 1);
    await(
        catalog
            .preparedQuery(
                """
                INSERT INTO product_variant (
                  id, product_id, title, sku, variant_rank, created_at, updated_at
                )
                SELECT 'variant_' || $1 || n, $2, 'V' || n, $1 || n, n, now(), now()
                FROM generate_series(1, $3::integer) AS n
                """)
            .execute(Tuple.of(prefix, first.getString("product_id"), count)));
  }

  /** Number and sum of the prices of a price list. */
  public String pricesOf(String listId) {
    Row row =
        only(
            catalog,
            "SELECT count(*) || ' ' || coalesce(sum(amount), 0) FROM money_amount"
                + " WHERE price_list_id = $1",
            listId);
    return row.getString(0);
  }

  /**
   * Creates a publishable API key, {@code pk_…}, of a sales channel with the same suffix, {@code
   * sc_…}.
   */
  public String newPublishableKey() {
    String suffix = Ids.ulid();
    await(
        catalog
            .preparedQuery(
                """
                WITH channel AS (
                  INSERT INTO sales_channel (id, name) VALUES ($1, 'Of a key') RETURNING id
                ),
                key AS (
                  INSERT INTO publishable_api_key (id, title) VALUES ($2, 'A key') RETURNING id
                )
                INSERT INTO publishable_api_key_sales_channel (publishable_key_id, sales_channel_id)
                SELECT key.id, channel.id FROM key, channel
                """)
            .execute(Tuple.of("sc_" + suffix, "pk_" + suffix)));
    return "pk_" + suffix;
  }

  public static String regionPaidWith(String providerId) {
    return "reg_paid_with_" + providerId;
  }

  /** Creates a region in dollars with that payment provider, without countries and taxes. */
  public void openRegionPaidWith(String providerId) {
    await(
        catalog
            .preparedQuery(
                """
                WITH provider AS (
                  INSERT INTO payment_provider (id) VALUES ($1) ON CONFLICT DO NOTHING
                ), region AS (
                  INSERT INTO region (id, name, currency_code, tax_rate)
                  VALUES ($2, $2, 'usd', 0)
                  ON CONFLICT DO NOTHING
                )
                SELECT 1
                """)
            .execute(Tuple.of(providerId, regionPaidWith(providerId)))
            .compose(done ->
                catalog
                    .preparedQuery(
                        "INSERT INTO region_payment_provider VALUES ($1, $2)"
                            + " ON CONFLICT DO NOTHING")
                    .execute(Tuple.of(regionPaidWith(providerId), providerId))));
  }

  /** Creates a user with a password and an API token, which is stored as an operator would. */
  public void newUser(String email, String password, String apiToken) {
    String id = await(users.create(customers, email, password));
    await(
        customers
            .preparedQuery("UPDATE \"user\" SET api_token = $2 WHERE id = $1")
            .execute(Tuple.of(id, apiToken)));
  }

  /** Adds an API token with some permissions of the user to those that the user has. */
  public void limitToken(String email, String token, String permission) {
    await(
        customers
            .preparedQuery(
                """
                INSERT INTO api_token (
                  id, user_id, name, token_hash, permissions, credential_version, created_at,
                  expires_at
                )
                SELECT $2, id, $2, $3, ARRAY[$4], credential_version, now(), now() + interval '1 day'
                FROM "user"
                WHERE email = $1
                """)
            .execute(Tuple.of(email, "tok_" + Ids.ulid(), Sha256.of(token), permission)));
  }

  public void setRole(String email, String role) {
    await(
        customers
            .preparedQuery("UPDATE \"user\" SET role = $2 WHERE email = $1")
            .execute(Tuple.of(email, role)));
  }

  /** Expires the sessions of a user. */
  public void expireSessionsOf(String email) {
    await(
        customers
            .preparedQuery(
                """
                UPDATE session
                SET user_expires_at = now() - interval '1 second'
                WHERE user_id = (SELECT id FROM "user" WHERE email = $1)
                """)
            .execute(Tuple.of(email)));
  }

  /** Creates a cart that is ready for completion and returns its id. */
  public String readyCart(String variantId, int quantity) {
    String cartId =
        storefront
            .createCart(storefront.region("eur").getString("id"), variantId, quantity)
            .getString("id");
    storefront.prepareForCompletion(cartId, "shopper@example.com", "de");
    return cartId;
  }

  public int stockOf(String variantId) {
    return only(catalog, "SELECT inventory_quantity FROM product_variant WHERE id = $1", variantId)
        .getInteger(0);
  }

  public void restock(String variantId, int quantity) {
    await(
        catalog
            .preparedQuery("UPDATE product_variant SET inventory_quantity = $2 WHERE id = $1")
            .execute(Tuple.of(variantId, quantity)));
  }

  public long orderCount(String cartId) {
    return only(orders, "SELECT count(*) FROM \"order\" WHERE cart_id = $1", cartId).getLong(0);
  }

  public long orderVersion(String orderId) {
    return only(orders, "SELECT version FROM \"order\" WHERE id = $1", orderId).getLong(0);
  }

  /** Deletes the customer, as an operator would: no operation does. */
  public void deleteCustomer(String customerId) {
    await(
        customers
            .preparedQuery("UPDATE customer SET deleted_at = now() WHERE id = $1")
            .execute(Tuple.of(customerId)));
  }

  /** Assigns the order to the customer. */
  public void giveOrder(String orderId, String customerId) {
    await(
        orders
            .preparedQuery("UPDATE \"order\" SET customer_id = $2 WHERE id = $1")
            .execute(Tuple.of(orderId, customerId)));
  }

  /** Turns the product into a gift card product. */
  public void sellAsGiftCards(String productId) {
    await(
        catalog
            .preparedQuery("UPDATE product SET is_giftcard = true WHERE id = $1")
            .execute(Tuple.of(productId)));
  }

  /** Fixtures of discounts and gift cards. */
  public DiscountFixtures discountFixtures() {
    return new DiscountFixtures(discounts);
  }

  public List<String> paymentAttempts(String cartId) {
    return await(
            carts
                .preparedQuery("SELECT status FROM payment_attempt WHERE cart_id = $1 ORDER BY id")
                .execute(Tuple.of(cartId)))
        .stream()
        .map(row -> row.getString(0))
        .toList();
  }

  /** Number of order events without an acknowledgement of Kafka. */
  public long waitingEvents() {
    return waitingEvents(orders);
  }

  private static long waitingEvents(Pool outbox) {
    return await(outbox.query("SELECT count(*) FROM outbox WHERE sent_at IS NULL").execute())
        .iterator()
        .next()
        .getLong(0);
  }

  /** Waits until Kafka has acknowledged every event. */
  public void awaitNoWaitingEvents() {
    until(
        () -> outboxes.stream().allMatch(outbox -> waitingEvents(outbox) == 0),
        () -> "events wait in the outbox");
  }

  /** Waits until every event is announced, and nothing is left to notify of. */
  public void awaitNoNotifications() {
    awaitNoWaitingEvents();
    until(
        () ->
            await(
                        orders
                            .query("SELECT count(*) FROM notification_work WHERE status = 'asked'")
                            .execute())
                    .iterator()
                    .next()
                    .getLong(0)
                == 0,
        () -> "notifications wait");
  }

  /** Events of one aggregate up to now. */
  public List<KafkaEvents.Event> events(String topic, String subject, int atMost) {
    awaitNoWaitingEvents();
    return KafkaEvents.about(bootstrapServers, topic, subject).stream().limit(atMost).toList();
  }

  /** Events of a topic up to now. */
  public List<KafkaEvents.Event> allEvents(String topic) {
    awaitNoWaitingEvents();
    return KafkaEvents.all(bootstrapServers, topic);
  }

  private static Row only(Pool pool, String query, String id) {
    return await(pool.preparedQuery(query).execute(Tuple.of(id))).iterator().next();
  }
}
