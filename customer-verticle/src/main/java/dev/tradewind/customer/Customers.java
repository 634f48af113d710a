package dev.tradewind.customer;

import static dev.tradewind.kernel.resource.Relation.toMany;
import static dev.tradewind.kernel.resource.Relation.toOne;

import dev.tradewind.kernel.resource.Resource;

/** Describes customers and their addresses; the hash of their password is in no answer. */
public final class Customers {

  static final Resource ADDRESS =
      Resource.table("address")
          .softDeletedBase()
          .text(
              "customer_id",
              "company",
              "first_name",
              "last_name",
              "address_1",
              "address_2",
              "city",
              "country_code",
              "province",
              "postal_code",
              "phone")
          .json("metadata")
          .build();

  public static final Resource CUSTOMER =
      Resource.table("customer")
          .softDeletedBase()
          .text("email", "first_name", "last_name", "billing_address_id", "phone")
          .booleans("has_account")
          .json("metadata")
          .relation(toOne("billing_address", () -> ADDRESS, "billing_address_id"))
          .relation(
              toMany("shipping_addresses", () -> ADDRESS, "customer_id", "t.created_at, t.id"))
          .build();

  private Customers() {}
}
