package dev.tradewind.customer;

import dev.tradewind.customer.access.Access;
import dev.tradewind.customer.access.ChangePassword;
import dev.tradewind.customer.account.OwnAccount;
import dev.tradewind.customer.account.OwnAddresses;
import dev.tradewind.customer.account.OwnOrders;
import dev.tradewind.customer.app.AppService;
import dev.tradewind.customer.group.GroupMembers;
import dev.tradewind.customer.group.GroupService;
import dev.tradewind.customer.invite.AcceptInvite;
import dev.tradewind.customer.invite.InviteService;
import dev.tradewind.customer.password.Passwords;
import dev.tradewind.customer.reference.ReferenceService;
import dev.tradewind.customer.user.UserService;
import dev.tradewind.customer.user.UserStore;
import dev.tradewind.kernel.database.Schema;
import dev.tradewind.kernel.operation.OperationBus;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.token.Tokens;
import dev.tradewind.kernel.verticle.DomainVerticle;
import dev.tradewind.kernel.verticle.NodeServices;
import dev.tradewind.model.customer.CustomerClient;
import io.vertx.core.Future;
import io.vertx.core.eventbus.EventBus;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import org.jspecify.annotations.Nullable;

/** Owns the customer schema and answers every operation of the customer verticle. */
public final class CustomerVerticle extends DomainVerticle {

  public static final Schema SCHEMA = Schema.of("customer");

  private final CustomerConfig config;
  private @Nullable AppService apps;

  public CustomerVerticle(NodeServices node, CustomerConfig config) {
    super(CustomerClient.ADDRESS, SCHEMA, node);
    this.config = config;
  }

  @Override
  protected void bind(Operations operations, Operations internal, Pool pool, OperationBus bus) {
    Clock clock = node().clock();
    EventBus events = vertx.eventBus();
    Passwords passwords = new Passwords(vertx, config.passwords());
    ChangePassword change = new ChangePassword(passwords, clock);
    Tokens tokens = new Tokens(vertx, config.tokens().keys(), clock);
    new CustomerService(pool, new CustomerStore(), clock).bind(internal);
    new ReferenceService(pool).bind(internal);
    new CustomerLists(pool, bus).bind(operations);
    new AdminCustomers(pool, bus, events, change, clock).bind(operations);
    new GroupService(pool, bus, events, clock).bind(operations);
    new GroupMembers(pool, events, clock).bind(operations);
    new OwnAccount(pool, bus, events, change, clock).bind(operations);
    new OwnAddresses(pool, bus, clock).bind(operations);
    new OwnOrders(bus).bind(operations);
    Access letting = new Access(vertx, pool, bus, config, passwords, tokens, clock);
    letting.bind(operations, internal);
    schedule(letting.cleanup());
    UserStore users = new UserStore(clock);
    new UserService(pool, users, passwords).bind(operations);
    AcceptInvite accept = new AcceptInvite(pool, users, passwords, tokens, clock);
    new InviteService(pool, accept, tokens, clock).bind(operations);
    AppService applications = new AppService(vertx, pool, config.apps(), clock);
    applications.bind(operations);
    apps = applications;
  }

  @Override
  protected Future<?> startWork(Pool pool, OperationBus bus) {
    return apps == null ? Future.succeededFuture() : apps.register();
  }
}
