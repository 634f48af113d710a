package dev.tradewind.order.aftersale;

import dev.tradewind.kernel.json.InlineForm;
import org.jspecify.annotations.Nullable;

/** Owner of a fulfillment or return: the order itself, one of its swaps or one of its claims. */
public sealed interface PartOwner {

  /** The order itself. */
  PartOwner ORDER = new OfOrder();

  /** Form as columns of a row. */
  InlineForm<PartOwner, Columns> FORM =
      new InlineForm<>(PartOwner.class, Columns.class, Columns::owner, Columns::of);

  /** Columns that a row has of its owner; at most one is set. */
  record Columns(@Nullable String swapId, @Nullable String claimOrderId) {

    PartOwner owner() {
      if (swapId != null) {
        return new OfSwap(swapId);
      }
      return claimOrderId == null ? ORDER : new OfClaim(claimOrderId);
    }

    static Columns of(PartOwner owner) {
      return new Columns(owner.swapIdOrNull(), owner.claimIdOrNull());
    }
  }

  record OfOrder() implements PartOwner {}

  record OfSwap(String swapId) implements PartOwner {}

  record OfClaim(String claimId) implements PartOwner {}

  /** Id of the swap or claim, or of the order for its own parts. */
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
