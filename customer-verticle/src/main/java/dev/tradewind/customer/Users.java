package dev.tradewind.customer;

import dev.tradewind.kernel.resource.Resource;

/** Describes the users who run the shop; the hash of their password is in no answer. */
public final class Users {

  public static final Resource USER =
      Resource.table("\"user\"")
          .softDeletedBase()
          .text("role", "email", "first_name", "last_name", "api_token")
          .json("metadata")
          .build();

  private Users() {}
}
