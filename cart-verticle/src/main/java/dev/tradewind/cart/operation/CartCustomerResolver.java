package dev.tradewind.cart.operation;

import dev.tradewind.api.customer.CustomerClient;
import dev.tradewind.api.customer.EmailAddress;
import dev.tradewind.cart.model.Cart;
import dev.tradewind.cart.model.CartBuilder;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Principal;
import dev.tradewind.kernel.operation.Problem;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Resolution of the customer of a cart: the authenticated customer, else the guest with an e-mail
 * address.
 */
public final class CartCustomerResolver {

  private final CustomerClient customers;

  public CartCustomerResolver(CustomerClient customers) {
    this.customers = customers;
  }

  /** Authenticated customer, if any. */
  Future<Optional<JsonObject>> loggedIn(CallContext context) {
    Principal principal = context.principal();
    String id = principal.isCustomer() ? principal.id() : null;
    if (id == null) {
      return Future.succeededFuture(Optional.empty());
    }
    return customers.findCustomers(context, List.of(id)).map(found -> found.stream().findFirst());
  }

  /**
   * New customer of the cart; empty if unchanged.
   *
   * @param customerId of the body; only the authenticated customer may be named
   */
  Future<Optional<JsonObject>> next(
      CallContext context, Cart cart, @Nullable String customerId, @Nullable String email) {
    Principal principal = context.principal();
    if (principal.isUser()) {
      return chosenByStaff(context, cart, customerId, email);
    }
    String loggedIn = principal.isCustomer() ? principal.id() : null;
    if (customerId != null && !customerId.equals(loggedIn == null ? cart.customerId() : loggedIn)) {
      throw Problem.notAllowed("A cart can only be given to the customer who is logged in");
    }
    if (loggedIn != null) {
      // Only the cart of a draft order is visible here to callers other than its customer.
      if (loggedIn.equals(cart.customerId()) || cart.customerHasAccount()) {
        return Future.succeededFuture(Optional.empty());
      }
      return loggedIn(context);
    }
    if (email == null || customerId != null) {
      return Future.succeededFuture(Optional.empty());
    }
    return guest(context, cart, email);
  }

  /** Customer named by staff; any is allowed. */
  private Future<Optional<JsonObject>> chosenByStaff(
      CallContext context, Cart cart, @Nullable String customerId, @Nullable String email) {
    if (customerId != null) {
      return customers
          .findCustomers(context, List.of(customerId))
          .map(found -> {
            if (found.isEmpty()) {
              throw Problem.notFound("Customer with id: " + customerId + " was not found");
            }
            return Optional.of(found.getFirst());
          });
    }
    return email == null ? Future.succeededFuture(Optional.empty()) : guest(context, cart, email);
  }

  /** Customer of a draft order: the one with the id, or else the guest with the e-mail address. */
  public Future<JsonObject> ofDraft(
      CallContext context, @Nullable String customerId, String email) {
    Future<List<JsonObject>> named =
        customerId == null
            ? Future.succeededFuture(List.of())
            : customers.findCustomers(context, List.of(customerId));
    return named.compose(found -> {
      if (found.isEmpty()) {
        return customers.ensureGuest(context, normal(email));
      }
      return Future.succeededFuture(found.getFirst());
    });
  }

  private static String normal(String email) {
    String normal = EmailAddress.normalized(email);
    if (!EmailAddress.isValid(normal)) {
      throw Problem.invalidData("The email is not valid");
    }
    return normal;
  }

  private Future<Optional<JsonObject>> guest(CallContext context, Cart cart, String email) {
    String normal = normal(email);
    if (normal.equals(cart.email()) && cart.customerId() != null) {
      return Future.succeededFuture(Optional.empty());
    }
    return customers.ensureGuest(context, normal).map(Optional::of);
  }

  /**
   * Cart without its guest and e-mail address.
   *
   * @throws dev.tradewind.kernel.operation.Problem {@code InvalidData} for the cart of an account,
   *     and of staff, who have chosen the customer
   */
  static Cart withoutGuest(Cart cart) {
    if (cart.customerHasAccount() || cart.isDraft() || cart.isOfSwap()) {
      throw Problem.invalidData("email should not be empty");
    }
    return cart.with(builder -> {
      builder.customerId(null);
      builder.email(null);
    });
  }

  public static void put(CartBuilder builder, JsonObject customer) {
    builder.customerId(customer.getString("id"));
    builder.email(customer.getString("email"));
    builder.customerHasAccount(customer.getBoolean("has_account", false));
  }
}
