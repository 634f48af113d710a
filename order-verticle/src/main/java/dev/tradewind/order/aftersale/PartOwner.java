package dev.tradewind.order.aftersale;

import org.jspecify.annotations.Nullable;

/** Owner of a fulfillment or return: the order itself, one of its swaps or one of its claims. */
public sealed interface PartOwner {

  /** The order itself. */
  PartOwner ORDER = new OfOrder();

  record OfOrder() implements PartOwner {}

  record OfSwap(String swapId) implements PartOwner {}

  record OfClaim(String claimId) implements PartOwner {}

  /** Owner by the columns of a row, of which at most one is set. */
  static PartOwner of(@Nullable String swapId, @Nullable String claimId) {
    if (swapId != null) {
      return new OfSwap(swapId);
    }
    return claimId == null ? ORDER : new OfClaim(claimId);
  }

  /** Id of the swap or claim; that of the order for what is its own. */
  default String idWithin(String orderId) {
    return switch (this) {
      case OfOrder order -> orderId;
      case OfSwap swap -> swap.swapId();
      case OfClaim claim -> claim.claimId();
    };
  }

  default @Nullable String swapIdOrNull() {
    return this instanceof OfSwap swap ? swap.swapId() : null;
  }

  default @Nullable String claimIdOrNull() {
    return this instanceof OfClaim claim ? claim.claimId() : null;
  }
}
