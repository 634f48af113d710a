package dev.tradewind.customer.schema;

import static dev.tradewind.kernel.resource.Relation.linked;
import static dev.tradewind.kernel.resource.Relation.remote;
import static dev.tradewind.kernel.resource.Relation.toMany;
import static dev.tradewind.kernel.resource.Relation.toOne;

import dev.tradewind.api.customer.CustomerColumns;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.ProblemException;
import dev.tradewind.kernel.resource.Resource;

/** Resource descriptors of customers and their addresses, without the password hash. */
public final class CustomerResources {

  public static final Resource ADDRESS =
      address()
          .relation(toOne("customer", () -> CustomerResources.CUSTOMER, "customer_id"))
          .relation(
              remote(
                  "country",
                  () -> Countries.COUNTRY,
                  "country_code",
                  false,
                  Countries::fetchByCode))
          .build();

  public static final Resource CUSTOMER =
      Resource.table("customer")
          .columns(CustomerColumns.CUSTOMER)
          .relation(toOne("billing_address", () -> ADDRESS, "billing_address_id"))
          .relation(
              toMany("shipping_addresses", () -> ADDRESS, "customer_id", "t.created_at, t.id"))
          .relation(
              remote(
                  "orders",
                  () -> CustomerOrders.ORDER,
                  "id",
                  true,
                  CustomerOrders::fetchByCustomer))
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

  /** Own fields of an address. */
  static Resource.Builder address() {
    return Resource.table("address").columns(CustomerColumns.ADDRESS);
  }

  public static ProblemException notFound(String id) {
    return new Problem.NotFound("Customer with id: " + id + " was not found").toException();
  }
}
