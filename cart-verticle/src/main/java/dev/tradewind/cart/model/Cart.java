package dev.tradewind.cart.model;

import dev.tradewind.api.address.Address;
import dev.tradewind.kernel.operation.Principal;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.totals.TotalsInput;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Immutable cart at one version. A command creates a changed copy, and the store saves it if the
 * version is still current.
 *
 * @param version of the row this was read from
 * @param customerHasAccount whether the customer can log in
 * @param items in the order of adding
 * @param discounts at most one that is not free shipping
 * @param customShippingOptions if present, the only shipping options, each at its own price
 * @param context origin of the cart: IP address, user agent and data of the storefront
 * @param input input of its totals at completion, taxed if the cart showed taxes by itself; absent
 *     before
 * @param more members of the state unknown to this version
 */
@RecordBuilder
public record Cart(
    String id,
    long version,
    String type,
    String regionId,
    @Nullable String salesChannelId,
    @Nullable String customerId,
    boolean customerHasAccount,
    @Nullable String email,
    @Nullable String orderId,
    @Nullable Instant completedAt,
    Instant createdAt,
    Instant updatedAt,
    List<LineItem> items,
    List<ShippingMethod> shippingMethods,
    List<PaymentSession> paymentSessions,
    List<CartDiscount> discounts,
    List<String> giftCardIds,
    List<CustomShippingOption> customShippingOptions,
    @Nullable Address billingAddress,
    @Nullable Address shippingAddress,
    JsonObject context,
    @Nullable JsonObject metadata,
    @Nullable String paymentId,
    @Nullable Instant paymentAuthorizedAt,
    @Nullable TotalsInput input,
    JsonObject more) {

  public static final String DRAFT_ORDER = "draft_order";

  public static final String SWAP = "swap";

  public Cart {
    items = List.copyOf(items);
    shippingMethods = List.copyOf(shippingMethods);
    paymentSessions = List.copyOf(paymentSessions);
    discounts = List.copyOf(discounts);
    giftCardIds = List.copyOf(giftCardIds);
    customShippingOptions = List.copyOf(customShippingOptions);
  }

  public static Cart created(String id, String regionId, Instant now) {
    return CartBuilder.builder()
        .id(id)
        .version(1)
        .type("default")
        .regionId(regionId)
        .createdAt(now)
        .updatedAt(now)
        .items(List.of())
        .shippingMethods(List.of())
        .paymentSessions(List.of())
        .discounts(List.of())
        .giftCardIds(List.of())
        .customShippingOptions(List.of())
        .context(new JsonObject())
        .more(new JsonObject())
        .build();
  }

  public boolean isCompleted() {
    return completedAt != null;
  }

  /** Cart of a draft order, prepared by staff. */
  public boolean isDraft() {
    return DRAFT_ORDER.equals(type);
  }

  /** Cart of a swap, whose completion confirms it. */
  public boolean isOfSwap() {
    return SWAP.equals(type);
  }

  /**
   * Requires the line items and discounts to be the shopper's own choice.
   *
   * @throws dev.tradewind.kernel.operation.Problem 400 for the cart of a swap
   */
  public void requireChangeableContent() {
    if (isOfSwap()) {
      throw Problem.notAllowed("The line items and discounts of a swap cannot be changed");
    }
  }

  /**
   * A customer with an account is the only one who sees their cart. The cart of a draft order is
   * sent to its customer as a link, so its id suffices.
   */
  public boolean isHiddenFrom(Principal principal) {
    return customerHasAccount
        && !isDraft()
        && principal.kind() != Principal.Kind.SYSTEM
        && !(principal.isCustomer() && String.valueOf(customerId).equals(principal.id()));
  }

  public Optional<LineItem> item(String itemId) {
    return items.stream().filter(item -> item.id().equals(itemId)).findFirst();
  }

  public Optional<PaymentSession> selectedSession() {
    return paymentSessions.stream().filter(PaymentSession::isSelected).findFirst();
  }

  public Optional<PaymentSession> sessionOf(String providerId) {
    return paymentSessions.stream()
        .filter(session -> session.providerId().equals(providerId))
        .findFirst();
  }

  /** Copy with the session in place of the one with the same id. */
  public Cart withSession(PaymentSession changed) {
    return with(builder ->
        builder.paymentSessions(
            paymentSessions.stream()
                .map(session -> session.id().equals(changed.id()) ? changed : session)
                .toList()));
  }

  /** Copy with the decisions of hooks about a shipping method. */
  public Cart withMethodDecided(String methodId, List<JsonObject> decisions) {
    return decisions.isEmpty()
        ? this
        : with(builder ->
            builder.shippingMethods(
                shippingMethods.stream()
                    .map(
                        method -> method.id().equals(methodId) ? method.decided(decisions) : method)
                    .toList()));
  }

  /** Decisions of hooks about its lines and shipping methods, each with the id of its subject. */
  public List<JsonObject> decisions() {
    return Stream.concat(
            items.stream().flatMap(item -> about(item.id(), item.decisions())),
            shippingMethods.stream().flatMap(method -> about(method.id(), method.decisions())))
        .toList();
  }

  private static Stream<JsonObject> about(String subject, List<JsonObject> decisions) {
    return decisions.stream().map(decision -> decision.copy().put("subject", subject));
  }

  /** Copy with the changes made by the builder. */
  public Cart with(Consumer<CartBuilder> change) {
    CartBuilder builder = CartBuilder.builder(this);
    change.accept(builder);
    return builder.build();
  }
}
