package dev.tradewind.gateway.contract;

import io.vertx.core.json.JsonObject;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Reader of the permission that users need for an operation, {@code x-permission} in the contract.
 * Without it the permission follows from the path and the method, {@code orders:write} for a POST
 * below {@code /admin/orders}, so that a new operation is never open by omission.
 */
final class PermissionReader {

  static final String EXTENSION = "x-permission";

  /** Permission to read what the response shows, if it is another kind of resource. */
  static final String SHOWN_EXTENSION = "x-shown-permission";

  /** Permissions that only some values of the request need. */
  static final String VALUE_EXTENSION = "x-value-permissions";

  /** Segment below which the operations that the reference does not have are. */
  private static final String OWN_EXTENSIONS = "tradewind";

  private PermissionReader() {}

  /** Absent for operations that are not for users. */
  static @Nullable String permission(String path, String method, JsonObject described) {
    if (AccessPolicy.of(described) != AccessPolicy.ADMIN) {
      return null;
    }
    String action = method.toLowerCase(Locale.ROOT).equals("get") ? "read" : "write";
    String stated = described.getString(EXTENSION);
    if (stated != null) {
      return stated.contains(":") ? stated : stated + ":" + action;
    }
    String[] segments = path.split("/", -1);
    return segments[segments[2].equals(OWN_EXTENSIONS) ? 3 : 2] + ":" + action;
  }
}
