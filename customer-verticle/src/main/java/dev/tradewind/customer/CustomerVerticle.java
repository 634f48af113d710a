package dev.tradewind.customer;

import dev.tradewind.api.catalog.CatalogClient;
import dev.tradewind.api.customer.Authentication;
import dev.tradewind.api.customer.CustomerClient;
import dev.tradewind.api.customer.CustomerOperation;
import dev.tradewind.api.graph.CustomerGraph;
import dev.tradewind.customer.account.AddressStore;
import dev.tradewind.customer.account.CurrentCustomerAccount;
import dev.tradewind.customer.account.CurrentCustomerAddresses;
import dev.tradewind.customer.account.CurrentCustomerOrders;
import dev.tradewind.customer.analytics.AnalyticsConfigService;
import dev.tradewind.customer.apitoken.ApiTokenService;
import dev.tradewind.customer.audit.AuditService;
import dev.tradewind.customer.auth.AuthModule;
import dev.tradewind.customer.auth.CustomerConfig;
import dev.tradewind.customer.auth.account.CustomerHooks;
import dev.tradewind.customer.auth.credential.CredentialStore;
import dev.tradewind.customer.auth.login.LoginRateLimiter;
import dev.tradewind.customer.auth.login.Reauthentication;
import dev.tradewind.customer.auth.reset.ChangePassword;
import dev.tradewind.customer.cache.CustomerReplies;
import dev.tradewind.customer.customer.AdminCustomers;
import dev.tradewind.customer.customer.CustomerChangeStore;
import dev.tradewind.customer.customer.CustomerLists;
import dev.tradewind.customer.customer.CustomerService;
import dev.tradewind.customer.customer.CustomerStates;
import dev.tradewind.customer.customer.CustomerStore;
import dev.tradewind.customer.customer.OwnedMetadata;
import dev.tradewind.customer.group.GroupMembers;
import dev.tradewind.customer.group.GroupService;
import dev.tradewind.customer.group.GroupStore;
import dev.tradewind.customer.invite.AcceptInvite;
import dev.tradewind.customer.invite.InviteService;
import dev.tradewind.customer.invite.InviteStore;
import dev.tradewind.customer.login.LoginService;
import dev.tradewind.customer.login.LoginStore;
import dev.tradewind.customer.login.SecondFactorService;
import dev.tradewind.customer.oauthapp.AppService;
import dev.tradewind.customer.oauthapp.AppStore;
import dev.tradewind.customer.oauthapp.AppTokens;
import dev.tradewind.customer.password.Passwords;
import dev.tradewind.customer.privacy.PrivacyService;
import dev.tradewind.customer.reference.ReferenceService;
import dev.tradewind.customer.restock.RestockNotifier;
import dev.tradewind.customer.restock.RestockRequestService;
import dev.tradewind.customer.restock.RestockRequestStore;
import dev.tradewind.customer.retention.GuestCleaner;
import dev.tradewind.customer.schema.CustomerResources;
import dev.tradewind.customer.schema.GroupResources;
import dev.tradewind.customer.user.RoleService;
import dev.tradewind.customer.user.UserService;
import dev.tradewind.customer.user.UserStore;
import dev.tradewind.kernel.changelog.ChangeLogPruner;
import dev.tradewind.kernel.changelog.ReplyCache;
import dev.tradewind.kernel.database.Schema;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.queue.QueueFacts;
import dev.tradewind.kernel.ratelimit.EndedCounterCleaner;
import dev.tradewind.kernel.resource.read.PageQueue;
import dev.tradewind.kernel.resource.read.RelatedRows;
import dev.tradewind.kernel.resource.read.ResourceReader;
import dev.tradewind.kernel.token.JwtService;
import dev.tradewind.kernel.verticle.DomainVerticle;
import dev.tradewind.kernel.verticle.NodeContext;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Verticle of customers and users: owns the customer schema and serves its operations. */
public final class CustomerVerticle extends DomainVerticle {

  public static final Schema SCHEMA = Schema.of("customer");

  private final CustomerConfig config;
  private final @Nullable Duration guestRetention;
  private @Nullable AppService apps;

  public CustomerVerticle(NodeContext node, CustomerConfig config) {
    this(node, config, null);
  }

  /**
   * @param guestRetention after which guests without a cart and an order are deleted; absent: kept
   */
  public CustomerVerticle(
      NodeContext node, CustomerConfig config, @Nullable Duration guestRetention) {
    super(CustomerClient.ADDRESS, SCHEMA, node);
    this.config = config;
    this.guestRetention = guestRetention;
  }

  @Override
  protected boolean asksChangeLog() {
    return true;
  }

  @Override
  protected void bind(Operations operations, Operations internal, Pool pool, OperationClient bus) {
    Clock clock = node().clock();
    Passwords passwords = new Passwords(vertx, config.passwords());
    CredentialStore credentials = new CredentialStore();
    ChangePassword change = new ChangePassword(passwords, config.rules(), credentials, clock);
    JwtService tokens = new JwtService(vertx, config.tokens().keys(), clock);
    CustomerChangeStore customers = new CustomerChangeStore();
    OwnedMetadata owned = new OwnedMetadata(config.ownedMetadata());
    bindInternal(internal, pool, bus);
    ReplyCache replies =
        CustomerReplies.cache(vertx, questions(), node().meters(), node().responseCacheMegabytes());
    ResourceReader lists =
        new ResourceReader(pool, PageQueue.ofHalf(node().database().poolSize(), clock));
    new CustomerLists(lists, bus, replies).bind(operations);
    CustomerHooks hooks = new CustomerHooks(pool, config.hooks(), clock);
    new AdminCustomers(pool, bus, change, customers, owned, hooks, clock).bind(operations);
    GroupStore groups = new GroupStore();
    new GroupService(pool, bus, replies, vertx.eventBus(), groups, clock).bind(operations);
    new GroupMembers(pool, groups, customers, clock).bind(operations);
    LoginRateLimiter throttle = new LoginRateLimiter(vertx, pool, config.throttle(), clock);
    schedule(new EndedCounterCleaner(pool, clock).task());
    serveFields(pool);
    schedule(new ChangeLogPruner(pool, address(), node().meters()).task());
    Reauthentication reauthentication =
        new Reauthentication(pool, passwords, throttle, credentials, clock);
    AddressStore addresses = new AddressStore();
    new CurrentCustomerAccount(
            pool,
            bus,
            throttle,
            change,
            reauthentication,
            config.rules(),
            addresses,
            customers,
            owned,
            clock)
        .bind(operations);
    new CurrentCustomerAddresses(pool, bus, addresses, customers, clock).bind(operations);
    new CurrentCustomerOrders(bus).bind(operations);
    new Authentication(pool, config.sessions().idle(), clock).bind(internal);
    AuthModule auth =
        new AuthModule(vertx, pool, bus, config, throttle, passwords, change, tokens, hooks, clock);
    auth.bind(operations);
    auth.tasks().forEach(this::schedule);
    LoginStore logins = new LoginStore();
    new LoginService(pool, reauthentication, config.rules().ofOthers(), logins, clock)
        .bind(operations);
    new ApiTokenService(pool, reauthentication, config.rules().ofOthers(), clock).bind(operations);
    new SecondFactorService(
            pool,
            auth.secondFactors(),
            reauthentication,
            config.rules().ofOthers(),
            logins,
            new CatalogClient(bus))
        .bind(operations);
    bindStaff(operations, pool, passwords, tokens);
    new AuditService(pool, bus, clock, config.auditsWebhooks()).bind(operations, internal);
    bindPrivacy(operations, pool, bus, throttle);
    new AnalyticsConfigService(pool, clock).bind(operations);
    bindApplications(operations, pool);
  }

  private void bindInternal(Operations internal, Pool pool, OperationClient bus) {
    new CustomerService(pool, new CustomerStore(), node().clock()).bind(internal);
    publishStates(new CustomerStates(pool).source());
    new ReferenceService(pool).bind(internal);
    new RelatedRows(pool, bus)
        .table(CustomerResources.ADDRESS, CustomerGraph.ADDRESS)
        .table(CustomerResources.CUSTOMER, CustomerGraph.CUSTOMER)
        .table(GroupResources.GROUP, CustomerGraph.GROUP)
        .bind(internal, CustomerOperation.FIND_RELATED);
  }

  private void bindStaff(Operations operations, Pool pool, Passwords passwords, JwtService tokens) {
    Clock clock = node().clock();
    UserStore users = new UserStore(clock);
    new UserService(pool, users, passwords, config.rules().staff()).bind(operations);
    new RoleService(pool, users, config.roles()).bind(operations);
    InviteStore invites = new InviteStore();
    AcceptInvite accept =
        new AcceptInvite(pool, invites, users, passwords, config.rules().staff(), tokens, clock);
    new InviteService(pool, invites, accept, tokens, clock).bind(operations);
  }

  /** Data of shoppers that end: requests to be told, and what privacy and retention erase. */
  private void bindPrivacy(
      Operations operations, Pool pool, OperationClient bus, LoginRateLimiter throttle) {
    Clock clock = node().clock();
    RestockRequestStore restocks = new RestockRequestStore();
    new RestockRequestService(pool, restocks, bus, throttle, clock).bind(operations);
    schedule(new RestockNotifier(pool, restocks, bus, clock).task());
    PrivacyService privacy = new PrivacyService(pool, bus, restocks, vertx.eventBus(), clock);
    privacy.bind(operations);
    schedule(privacy.task());
    show(QueueFacts.of(PrivacyService.queue()));
    if (guestRetention != null) {
      schedule(new GuestCleaner(pool, bus, guestRetention, clock).task());
    }
  }

  private void bindApplications(Operations operations, Pool pool) {
    Clock clock = node().clock();
    AppStore appStore = new AppStore();
    AppTokens appTokens = new AppTokens(pool, appStore, config.tokens().keys());
    schedule(appTokens.task());
    AppService applications =
        new AppService(vertx, pool, appStore, config.apps(), appTokens, clock);
    applications.bind(operations);
    apps = applications;
  }

  @Override
  protected Future<?> startBackground(Pool pool, OperationClient bus) {
    return apps == null ? Future.succeededFuture() : apps.register();
  }
}
