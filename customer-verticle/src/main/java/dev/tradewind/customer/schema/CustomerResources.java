package dev.tradewind.customer.schema;

import static dev.tradewind.kernel.resource.Relation.linked;
import static dev.tradewind.kernel.resource.Relation.referred;
import static dev.tradewind.kernel.resource.Relation.remote;
import static dev.tradewind.kernel.resource.Relation.toMany;
import static dev.tradewind.kernel.resource.Relation.toOne;

import dev.tradewind.api.customer.CustomerColumns;
import dev.tradewind.api.graph.CatalogGraph;
import dev.tradewind.api.graph.OrderGraph;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.resource.Resource;

/** Resource descriptors of customers and their addresses, without the password hash. */
public final class CustomerResources {

  public static final Resource ADDRESS =
      Resource.table("address")
          .columns(CustomerColumns.ADDRESS)
          .relation(toOne("customer", () -> CustomerResources.CUSTOMER, "customer_id"))
          .relation(referred("country", () -> CatalogGraph.COUNTRY, "country_code"))
          .build();

  public static final Resource CUSTOMER =
      Resource.table("customer")
          .columns(CustomerColumns.CUSTOMER)
          .counted()
          .relation(toOne("billing_address", () -> ADDRESS, "billing_address_id"))
          .relation(
              toMany("shipping_addresses", () -> ADDRESS, "customer_id", "t.created_at, t.id"))
          .relation(
              remote("orders", () -> OrderGraph.ORDER, "id", true, CustomerOrders::fetchByCustomer)
                  .cutWhenLarge())
          .relation(
              linked(
                  "groups",
                  () -> GroupResources.GROUP,
                  "customer_group_customers",
                  "customer_id",
                  "customer_group_id",
                  "t.created_at, t.id"))
          .build();

  /** Customer with its write-only columns. */
  public static final Resource WITH_PASSWORD =
      Resource.table("customer").columns(CustomerColumns.CUSTOMER).text("password_hash").build();

  private CustomerResources() {}

  public static Problem notFound(String id) {
    return Problem.notFound("Customer with id: " + id + " was not found");
  }
}
