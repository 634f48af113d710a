package dev.tradewind.customer.schema;

import dev.tradewind.api.customer.CustomerColumns;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.resource.Resource;

/** Resource descriptors of users, without the password hash. */
public final class UserResources {

  public static final Resource USER = described().build();

  /** User with its write-only columns. */
  public static final Resource STORED = described().text("password_hash", "own_role").build();

  public static final Resource ANALYTICS_CONFIG =
      Resource.table("analytics_config")
          .softDeletedBase()
          .text("user_id")
          .booleans("opt_out", "anonymize")
          .build();

  private UserResources() {}

  private static Resource.Builder described() {
    return Resource.table("\"user\"").columns(CustomerColumns.USER);
  }

  public static Problem emailTaken() {
    return Problem.invalidData("A user with the same email already exists.");
  }

  public static Problem notFound(String id) {
    return Problem.notFound("User with id: " + id + " was not found");
  }
}
