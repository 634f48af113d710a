package dev.tradewind.gateway.contract;

import java.util.Locale;

/** Surface of the API: one for shoppers, one for staff. */
public enum ApiSurface {
  STORE,
  ADMIN;

  static ApiSurface of(String name) {
    return valueOf(name.toUpperCase(Locale.ROOT));
  }

  /** The name in documents and paths. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The common prefix of its paths. */
  public String root() {
    return "/" + label();
  }

  /** Whether a normalized path belongs to this surface. */
  public boolean contains(String path) {
    String root = root();
    return path.startsWith(root) && (path.length() == root.length() || path.startsWith(root + "/"));
  }

  /** Whether only a customer is answered at the path, as in Medusa v1. */
  public static boolean isOfCustomer(String path) {
    return (path + "/").startsWith("/store/me/");
  }
}
