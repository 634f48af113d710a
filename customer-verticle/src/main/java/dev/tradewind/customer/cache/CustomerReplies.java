package dev.tradewind.customer.cache;

import dev.tradewind.api.customer.CustomerChangeKind;
import dev.tradewind.api.event.ErasedCustomers;
import dev.tradewind.kernel.changelog.ChangeLog;
import dev.tradewind.kernel.changelog.LoggedKinds;
import dev.tradewind.kernel.changelog.ReplyCache;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlClient;
import java.util.Set;

/** Factory of the cache of lists of customers, and of customer groups. */
public final class CustomerReplies {

  private static final String NAME = "customer-replies";

  /** Conditions belong to the discount verticle, and declarations of fields are not logged. */
  private static final Set<String> FOREIGN = Set.of("discount_condition_id", "metadata");

  private CustomerReplies() {}

  /**
   * A cache that forgets everything when a customer is erased: responses that are not requested
   * again would keep the personal data.
   *
   * @param megabytes bound of the memory; 0: nothing is cached
   */
  public static ReplyCache cache(Vertx vertx, SqlClient db, MeterRegistry meters, int megabytes) {
    ChangeLog log = ChangeLog.of(db, LoggedKinds.of(CustomerChangeKind.values()));
    ReplyCache cache = new ReplyCache(vertx, meters, NAME, log, megabytes, FOREIGN);
    ErasedCustomers.listen(vertx.eventBus(), ids -> cache.clear());
    return cache;
  }
}
