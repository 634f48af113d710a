package dev.tradewind.launcher.seed;

import dev.tradewind.catalog.CatalogVerticle;
import dev.tradewind.catalog.inventory.LocateStock;
import dev.tradewind.customer.CustomerVerticle;
import dev.tradewind.customer.password.BreachedPasswords;
import dev.tradewind.customer.password.PasswordPolicy;
import dev.tradewind.customer.password.PasswordSettings;
import dev.tradewind.customer.password.Passwords;
import dev.tradewind.customer.secondfactor.SecondFactors;
import dev.tradewind.customer.user.ApiTokens;
import dev.tradewind.customer.user.UserRegistration;
import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.kernel.database.Schema;
import dev.tradewind.kernel.database.SchemaPool;
import dev.tradewind.launcher.config.AuthConfig;
import dev.tradewind.launcher.config.Awaiting;
import dev.tradewind.launcher.config.NodeConfig;
import dev.tradewind.sample.DemoShop;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Seed data of an empty database. Existing data stays unchanged. */
public final class Seeding {

  private static final Duration TIMEOUT = Duration.ofMinutes(5);

  private final Vertx vertx;
  private final DatabaseConfig database;
  private final PasswordPolicy policy;
  private final @Nullable BreachedPasswords breached;
  private final Clock clock;

  /**
   * @param access rules of the passwords of users
   */
  public Seeding(Vertx vertx, DatabaseConfig database, AuthConfig access, Clock clock) {
    this.vertx = vertx;
    this.database = database;
    this.policy = access.rules().staff();
    this.breached = access.passwords().breached();
    this.clock = clock;
  }

  /** Creates a demo shop; returns whether there was no shop. */
  public boolean demoShop(Demo demo, NodeConfig config) {
    return new DemoShops(vertx, database, config, clock).create(demo);
  }

  /** Lets all regions offer a payment provider. */
  public void offerPayment(String providerId) {
    with(CatalogVerticle.SCHEMA, pool -> DemoShop.offerPayment(pool, providerId));
  }

  /** Creates the first user; administrators create later ones. */
  public boolean firstUser(String email, String password) {
    // Each start of a node asks this, and few have to read the contract for its rules.
    if (with(CustomerVerticle.SCHEMA, pool -> registration().hasAny(pool))) {
      return false;
    }
    JsonObject user =
        RequestRules.user(new JsonObject().put("email", email).put("password", password));
    return with(
        CustomerVerticle.SCHEMA,
        pool ->
            registration().createFirst(pool, user.getString("email"), user.getString("password")));
  }

  /**
   * Creates a user and returns its id.
   *
   * @param user of {@link RequestRules#user}
   */
  public String user(JsonObject user) {
    return with(
        CustomerVerticle.SCHEMA,
        pool ->
            registration()
                .create(
                    pool,
                    user.getString("email"),
                    user.getString("password"),
                    user.getString("first_name"),
                    user.getString("last_name")));
  }

  /** New API token of a user; an existing one is replaced on request only. */
  public String apiToken(String email, boolean renew) {
    return with(CustomerVerticle.SCHEMA, pool -> new ApiTokens(pool, clock).of(email, renew));
  }

  /** Removes the second factor of a user; false if there is none. */
  public boolean removeSecondFactor(String email) {
    return with(CustomerVerticle.SCHEMA, pool -> SecondFactors.removeOf(pool, email, clock));
  }

  /** Turns a shop with a simple stock into one with stock at the location of that name. */
  public LocateStock.Located locateStock(String locationName) {
    return with(CatalogVerticle.SCHEMA, pool -> new LocateStock(pool, clock).at(locationName));
  }

  /** Creates that many sample products, customers and orders. */
  public void samples(int products, int customers, int orders) {
    try (SampleSeeding samples = new SampleSeeding(vertx, database)) {
      samples.products(products);
      samples.customers(customers);
      samples.orders(orders);
    }
  }

  private UserRegistration registration() {
    return new UserRegistration(
        new Passwords(vertx, PasswordSettings.DEFAULT.refusing(breached)), policy, clock);
  }

  private <T> T with(Schema schema, Function<Pool, Future<T>> work) {
    Pool pool = SchemaPool.openForSeeding(vertx, database, schema);
    return Awaiting.await(
        "Work on the schema " + schema.name(), work.apply(pool).eventually(pool::close), TIMEOUT);
  }
}
