package dev.tradewind.customer.customer;

import dev.tradewind.api.event.Topics;
import dev.tradewind.api.event.type.StateTypes;
import dev.tradewind.customer.schema.CustomerResources;
import dev.tradewind.kernel.outbox.StateSource;
import dev.tradewind.kernel.resource.View;
import dev.tradewind.kernel.resource.read.ResourceReader;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** States of customers for the compacted topic, with addresses and groups. */
public final class CustomerStates {

  private static final View VIEW =
      View.of(CustomerResources.CUSTOMER, "billing_address", "shipping_addresses", "groups");

  private final ResourceReader reader;

  public CustomerStates(SqlClient db) {
    this.reader = new ResourceReader(db);
  }

  public StateSource source() {
    return new StateSource(
        Topics.CUSTOMER, Topics.CUSTOMER_STATE, StateTypes.CUSTOMER, "customer", this::read);
  }

  private Future<Map<String, JsonObject>> read(List<String> ids) {
    return reader
        .findAll(VIEW.defaults().whole(), ids)
        .map(found ->
            found.stream().collect(Collectors.toMap(one -> one.getString("id"), one -> one)));
  }
}
