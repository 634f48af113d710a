package dev.tradewind.storefront.answer;

import dev.tradewind.kernel.json.JsonInline;
import dev.tradewind.spi.SaleAmounts;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Order with its totals and what happened to it.
 *
 * @param returns of the order and its claims; those of swaps are in the swaps
 */
public record Order(
    String id,
    int displayId,
    String email,
    Instant createdAt,
    String status,
    String paymentStatus,
    String fulfillmentStatus,
    String regionId,
    String currencyCode,
    List<LineItem> items,
    @Nullable Address shippingAddress,
    List<ShippingMethod> shippingMethods,
    List<Payment> payments,
    List<Return> returns,
    List<Swap> swaps,
    List<Claim> claims,
    @JsonInline SaleTotals totals,
    long paidTotal,
    long refundedTotal)
    implements Sale {

  private static final Set<String> DELIVERED =
      Set.of("shipped", "partially_shipped", "partially_returned", "fulfilled");

  /** Payment of an order or of a swap. */
  public record Payment(String providerId) {

    private static final String MANUAL = "manual";

    /**
     * Variant of the texts of payment statuses: at the placement, a payment at a provider is made,
     * and one without a provider is still to be made.
     */
    static String variant(List<Payment> payments) {
      if (payments.isEmpty()) {
        return "none";
      }
      boolean isManual = payments.stream().allMatch(payment -> payment.providerId().equals(MANUAL));
      return isManual ? MANUAL : "";
    }
  }

  /**
   * Units of a line item that may be sent back.
   *
   * @param most above zero
   */
  public record Returnable(String id, String name, int most) {}

  @Override
  public SaleAmounts amounts() {
    return totals.amounts(items, totals.shipping(), totals.taxTotal(), paidTotal, refundedTotal);
  }

  /** Variant of the texts of its payment status. */
  public String paymentVariant() {
    return Payment.variant(payments);
  }

  public boolean isCanceled() {
    return status.equals("canceled");
  }

  private boolean isDelivered() {
    return DELIVERED.contains(fulfillmentStatus) && !isCanceled();
  }

  /** Whether its line items may be exchanged for others. */
  public boolean isExchangeable() {
    return isDelivered() && paymentStatus.equals("captured");
  }

  /** Returns and those of swaps that are under way. */
  public List<Return> openReturns() {
    return Stream.concat(
            returns.stream(), swaps.stream().map(Swap::returnOrder).filter(Objects::nonNull))
        .filter(Return::isOpen)
        .toList();
  }

  /**
   * Units that may be sent back: those of the order once it is delivered, and those that its swaps
   * and claims have sent. The API refuses what is settled already: returned, expected back, claimed
   * or swapped.
   */
  public List<Returnable> returnable() {
    if (isCanceled()) {
      return List.of();
    }
    List<Returnable> returnable = new ArrayList<>();
    if (isDelivered()) {
      for (LineItem line : items) {
        add(returnable, line.id(), line.name(), line.quantity(), line.returnedQuantity());
      }
    }
    Stream.concat(
            swaps.stream().filter(swap -> swap.canceledAt() == null).map(Swap::additionalItems),
            claims.stream().filter(claim -> claim.canceledAt() == null).map(Claim::additionalItems))
        .flatMap(List::stream)
        .forEach(line -> {
          int sent = Objects.requireNonNullElse(line.fulfilledQuantity(), 0);
          add(returnable, line.id(), line.name(), sent, line.returnedQuantity());
        });
    return returnable;
  }

  private void add(
      List<Returnable> returnable, String id, String name, int sent, @Nullable Integer returned) {
    int most = sent - Objects.requireNonNullElse(returned, 0) - settled(id);
    if (most > 0) {
      returnable.add(new Returnable(id, name, most));
    }
  }

  /** Units of a line item that are expected back, or that a claim or swap has settled. */
  private int settled(String lineId) {
    return openReturns().stream().mapToInt(open -> open.units(lineId)).sum()
        + swaps.stream().mapToInt(swap -> swap.notComingBack(lineId)).sum()
        + claims.stream().mapToInt(claim -> claim.notComingBack(lineId)).sum();
  }
}
