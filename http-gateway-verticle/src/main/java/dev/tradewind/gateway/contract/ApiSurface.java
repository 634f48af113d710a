package dev.tradewind.gateway.contract;

import java.util.Locale;

/** One of the two faces of the service: for shoppers, and for staff. */
public enum ApiSurface {
  STORE,
  ADMIN;

  static ApiSurface of(String name) {
    return valueOf(name.toUpperCase(Locale.ROOT));
  }

  /** As documents and paths name it. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** What all its paths begin with. */
  public String root() {
    return "/" + label();
  }

  /** Whether a normalized path lies in this surface. */
  public boolean contains(String path) {
    String root = root();
    return path.startsWith(root) && (path.length() == root.length() || path.startsWith(root + "/"));
  }
}
