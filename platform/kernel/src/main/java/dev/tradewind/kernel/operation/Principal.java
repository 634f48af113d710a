package dev.tradewind.kernel.operation;

import dev.tradewind.kernel.json.JsonName;
import org.jspecify.annotations.Nullable;

/**
 * Authenticated caller of an operation.
 *
 * @param id the id of the customer or user; absent for anonymous callers and for the system itself
 * @param credential kind of credential that authenticated the caller; absent if none was needed
 */
public record Principal(
    Kind kind, @JsonName("actor_id") @Nullable String id, @Nullable Credential credential) {

  public enum Kind {
    NOBODY,
    CUSTOMER,
    USER,
    SYSTEM
  }

  public enum Credential {
    SESSION,
    JWT,
    API_TOKEN
  }

  public static final Principal ANONYMOUS = new Principal(Kind.NOBODY, null, null);

  /** The service itself: background tasks, seeds, workers. */
  public static final Principal SYSTEM = new Principal(Kind.SYSTEM, null, null);

  public boolean isCustomer() {
    return kind == Kind.CUSTOMER;
  }

  public boolean isUser() {
    return kind == Kind.USER;
  }

  /** Whether it is neither staff nor the service itself. */
  public boolean isShopper() {
    return kind == Kind.NOBODY || kind == Kind.CUSTOMER;
  }

  /** As the {@code principal} header of the envelope and as the actor of an event. */
  String encoded() {
    return id == null ? kind.name() : kind + ":" + id + ":" + credential;
  }

  static Principal decode(@Nullable String header) {
    if (header == null) {
      return ANONYMOUS;
    }
    String[] parts = header.split(":", 3);
    Kind kind = Kind.valueOf(parts[0]);
    if (parts.length == 3) {
      return new Principal(kind, parts[1], Credential.valueOf(parts[2]));
    }
    return new Principal(kind, null, null);
  }
}
