package dev.tradewind.api.customer;

import dev.tradewind.api.address.PostalAddress;
import dev.tradewind.kernel.resource.Columns;

/** Own columns of the resources of the customer verticle, published for views. */
public final class CustomerColumns {

  /** Without the password hash, which no response contains. */
  public static final Columns CUSTOMER =
      Columns.softDeletedBase()
          .text("email", "first_name", "last_name", "billing_address_id", "phone")
          .booleans("has_account")
          .json("metadata");

  public static final Columns ADDRESS =
      Columns.softDeletedBase().text("customer_id").and(PostalAddress.COLUMNS);

  public static final Columns CUSTOMER_GROUP =
      Columns.softDeletedBase().text("name").json("metadata");

  /** Without the password hash, which no response contains. */
  public static final Columns USER =
      Columns.softDeletedBase()
          .text("role", "email", "first_name", "last_name", "api_token")
          .json("metadata");

  /** User as the author of another resource: without the API token. */
  public static final Columns AUTHOR =
      Columns.softDeletedBase().text("role", "email", "first_name", "last_name").json("metadata");

  private CustomerColumns() {}
}
