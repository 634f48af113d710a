package dev.tradewind.api.customer;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Permissions of roles. A permission is a kind of resource and an action, {@code orders:read}; a
 * role has patterns of permissions, in which {@code *} stands for any. A resource that no pattern
 * names is for admins only.
 *
 * @param patterns by role
 */
public record RolePermissions(Map<String, List<String>> patterns) {

  /** Pattern of all permissions. */
  public static final String ALL = "*";

  /** Role with all permissions. */
  public static final String ADMIN = "admin";

  /** Resource of operations on the own account, which every role may call. */
  public static final String OWN = "own";

  /** Roles of plugins have their names, which may be longer than those of users. */
  private static final Pattern ROLE =
      Pattern.compile("[a-z][a-z0-9-]{0,31}|plugin-[a-z0-9-]{1,40}");

  private static final Pattern PERMISSION = Pattern.compile("\\*|(\\*|[a-z][a-z-]*):(\\*|[a-z]+)");

  /** Settings of the shop that every role reads, because other resources refer to them. */
  private static final List<String> READ_BY_ALL =
      List.of(
          "currencies:read",
          "regions:read",
          "return-reasons:read",
          "sales-channels:read",
          "shipping-options:read",
          "shipping-profiles:read",
          "stock-locations:read",
          "store:read",
          "tax-rates:read");

  private static final List<String> CATALOG =
      List.of(
          "collections:*",
          "inventory-items:*",
          "price-lists:*",
          "product-categories:*",
          "product-tags:*",
          "product-types:*",
          "products:*",
          "uploads:*",
          "variants:*");

  /** Day-to-day work: orders and customers, without refunds, gift cards and exports. */
  private static final List<String> MEMBER =
      List.of(
          "batch-jobs:read",
          "customer-groups:*",
          "customers:read",
          "customers:write",
          "discounts:*",
          "draft-orders:*",
          "gift-cards:read",
          "notes:*",
          "notifications:*",
          "order-edits:*",
          "orders:read",
          "orders:write",
          "payment-collections:*",
          "payments:read",
          "publishable-api-keys:read",
          "reservations:*",
          "returns:*",
          "swaps:*");

  /** Set-up of the shop, without data of customers and money. */
  private static final List<String> DEVELOPER =
      List.of(
          "batch-jobs:*",
          "discounts:read",
          "publishable-api-keys:*",
          "regions:*",
          "return-reasons:*",
          "sales-channels:*",
          "shipping-options:*",
          "shipping-profiles:*",
          "stock-locations:*",
          "tax-rates:*");

  public static final RolePermissions BUILT_IN =
      new RolePermissions(
          Map.of(
              ADMIN,
              List.of(ALL),
              "member",
              union(READ_BY_ALL, CATALOG, MEMBER),
              "developer",
              union(READ_BY_ALL, CATALOG, DEVELOPER)));

  public RolePermissions {
    patterns.forEach((role, permissions) -> {
      if (!ROLE.matcher(role).matches()) {
        throw new IllegalArgumentException(role + " is not a name of a role.");
      }
      permissions.forEach(RolePermissions::requirePattern);
    });
    patterns = Map.copyOf(patterns);
  }

  @SafeVarargs
  private static List<String> union(List<String>... parts) {
    return Stream.of(parts).flatMap(List::stream).sorted().toList();
  }

  private static void requirePattern(String permission) {
    if (!PERMISSION.matcher(permission).matches()) {
      throw new IllegalArgumentException(permission + " is not a permission such as orders:read.");
    }
  }

  /**
   * The built-in roles with the roles of the operator, which may redefine them except {@code
   * admin}.
   *
   * @param own lists of permissions by role
   * @throws IllegalArgumentException with a sentence for the operator
   */
  public static RolePermissions with(JsonObject own) {
    Map<String, List<String>> all = new LinkedHashMap<>(BUILT_IN.patterns);
    for (String role : own.fieldNames()) {
      if (role.equals(ADMIN)) {
        throw new IllegalArgumentException("The role admin has all permissions.");
      }
      if (!(own.getValue(role) instanceof JsonArray values)) {
        throw new IllegalArgumentException("The role " + role + " needs a list of permissions.");
      }
      List<String> permissions = new ArrayList<>();
      values.forEach(permission -> permissions.add(String.valueOf(permission)));
      all.put(role, List.copyOf(permissions));
    }
    return new RolePermissions(all);
  }

  /**
   * Whether the users of a role have the permission; an unknown role has only the permissions of
   * all roles.
   */
  public boolean allow(@Nullable String role, String permission) {
    return permission.startsWith(OWN + ":") || matches(patterns(role), permission);
  }

  /** Patterns of a role; an unknown one has none. */
  public List<String> patterns(@Nullable String role) {
    return patterns.getOrDefault(role == null ? "" : role, List.of());
  }

  /** Patterns of the permissions that both lists cover. */
  public static List<String> common(List<String> some, List<String> others) {
    return some.stream()
        .flatMap(one -> others.stream().flatMap(other -> common(one, other).stream()))
        .distinct()
        .sorted()
        .toList();
  }

  private static Optional<String> common(String one, String other) {
    String[] some = parts(one);
    String[] others = parts(other);
    String resource = narrower(some[0], others[0]);
    String action = narrower(some[1], others[1]);
    if (resource == null || action == null) {
      return Optional.empty();
    }
    boolean isAll = resource.equals(ALL) && action.equals(ALL);
    return Optional.of(isAll ? ALL : resource + ":" + action);
  }

  private static String[] parts(String pattern) {
    return pattern.equals(ALL) ? new String[] {ALL, ALL} : pattern.split(":", 2);
  }

  private static @Nullable String narrower(String one, String other) {
    if (one.equals(ALL) || one.equals(other)) {
      return other;
    }
    return other.equals(ALL) ? one : null;
  }

  /** Whether one of the patterns covers the permission. */
  public static boolean matches(Collection<String> patterns, String permission) {
    return patterns.stream().anyMatch(pattern -> covers(pattern, permission));
  }

  private static boolean covers(String pattern, String permission) {
    if (pattern.equals(ALL)) {
      return true;
    }
    String[] covering = pattern.split(":", 2);
    String[] needed = permission.split(":", 2);
    return covering.length == 2
        && (covering[0].equals("*") || covering[0].equals(needed[0]))
        && (covering[1].equals("*") || covering[1].equals(needed[1]));
  }
}
