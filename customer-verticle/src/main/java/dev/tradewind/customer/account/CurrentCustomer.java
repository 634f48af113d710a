package dev.tradewind.customer.account;

import dev.tradewind.customer.schema.CustomerResources;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.kernel.resource.read.ResourceReader;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.Objects;

/** View of the logged-in customer, in the reply of every operation on the own account. */
final class CurrentCustomer {

  private static final Selection SHOWN =
      Selection.of(CustomerResources.CUSTOMER)
          .with("billing_address.country", "shipping_addresses.country")
          .afterWrite();

  private final ResourceReader reader;
  private final OperationClient bus;

  CurrentCustomer(SqlClient db, OperationClient bus) {
    this.reader = new ResourceReader(db);
    this.bus = bus;
  }

  /** Id of the logged-in customer; the gateway admits no other caller. */
  static String id(Request request) {
    return Objects.requireNonNull(request.principal().id());
  }

  /** The present e-mail address. */
  Future<String> email(Request request) {
    String id = id(request);
    return reader
        .find(Selection.of(CustomerResources.CUSTOMER), id)
        .map(found -> found.orElseThrow(() -> CustomerResources.notFound(id)).getString("email"));
  }

  Future<Reply> show(Request request) {
    String id = id(request);
    return reader
        .withRemote(bus, request.context())
        .find(SHOWN, id)
        .map(
            found -> Reply.ok("customer", found.orElseThrow(() -> CustomerResources.notFound(id))));
  }
}
