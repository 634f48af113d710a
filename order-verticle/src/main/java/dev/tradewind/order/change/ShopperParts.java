package dev.tradewind.order.change;

import dev.tradewind.kernel.json.JsonBytes;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.order.aftersale.PartOwner;
import dev.tradewind.order.aftersale.Return;
import dev.tradewind.order.aftersale.Swap;
import dev.tradewind.order.model.Order;
import io.vertx.core.json.JsonObject;
import java.util.stream.Stream;

/**
 * Bounds of what shoppers add to an order, which every response with the order shows: decided on
 * the locked order, so that concurrent requests keep them. Staff has none of them.
 */
public final class ShopperParts {

  /** Swaps that are neither confirmed nor canceled. */
  public static final int MAX_OPEN_SWAPS = 20;

  /** Returns, and swaps as well, in whichever state. */
  public static final int MAX_PARTS = 50;

  /** Stored length of returns and swaps; responses add variants and products to their lines. */
  public static final int MAX_BYTES = 1 << 20;

  private ShopperParts() {}

  /** Requires room for one more swap. */
  public static void requireRoomForSwap(Order order) {
    long open =
        order.swaps().stream()
            .filter(swap -> swap.confirmedAt() == null && swap.canceledAt() == null)
            .count();
    require(open < MAX_OPEN_SWAPS, "open swaps", MAX_OPEN_SWAPS);
    require(order.swaps().size() < MAX_PARTS, "swaps", MAX_PARTS);
    requireRoom(order);
  }

  /** Requires room for one more return; those of swaps and claims count with them. */
  public static void requireRoomForReturn(Order order) {
    long returns =
        order.returns().stream().filter(each -> each.owner().equals(PartOwner.ORDER)).count();
    require(returns < MAX_PARTS, "returns", MAX_PARTS);
    requireRoom(order);
  }

  /** A request adds less than its body, which is bounded, so the bound is kept but for one. */
  private static void requireRoom(Order order) {
    long stored =
        Stream.<JsonObject>concat(
                order.swaps().stream().map(Swap.CODEC::write),
                order.returns().stream().map(Return.CODEC::write))
            .mapToLong(part -> JsonBytes.of(part).length())
            .sum();
    require(stored < MAX_BYTES, "bytes of returns and swaps", MAX_BYTES);
  }

  private static void require(boolean hasRoom, String what, int max) {
    if (!hasRoom) {
      throw Problem.notAllowed("An order has at most " + max + " " + what + " of shoppers");
    }
  }
}
