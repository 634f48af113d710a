package dev.tradewind.order.model;

import dev.tradewind.order.aftersale.PartOwner;
import dev.tradewind.order.aftersale.Return;
import org.jspecify.annotations.Nullable;

/**
 * Count of the settled units of a line item: returned, expected back, claimed or swapped. Each unit
 * is settled once, so that no part of the order credits it a second time. Units of a claim or swap
 * count once, whether its return is open or received; those that its return does not bring back
 * count for the part as long as it is not canceled.
 */
public final class SettledUnits {

  private final Order order;

  public SettledUnits(Order order) {
    this.order = order;
  }

  /** Settled units of the line item. */
  public long of(String lineId) {
    return beside(lineId, null);
  }

  /**
   * The same without the units that a return expects back.
   *
   * @param except id of the return; absent for none
   */
  public long beside(String lineId, @Nullable String except) {
    long returned = order.findLine(lineId).map(line -> line.progress().returnedUnits()).orElse(0L);
    long expected =
        order.returns().stream()
            .filter(Return::isOpen)
            .filter(open -> !open.id().equals(except))
            .mapToLong(open -> open.units(lineId))
            .sum();
    long claimed =
        order.claims().stream()
            .mapToLong(claim -> notComingBack(claim.owner(), lineId, claim.claimedUnits(lineId)))
            .sum();
    long swapped =
        order.swaps().stream()
            .filter(swap -> !swap.isCanceled())
            .mapToLong(
                swap -> notComingBack(swap.owner(), lineId, requestedUnits(swap.owner(), lineId)))
            .sum();
    return returned + expected + claimed + swapped;
  }

  /**
   * Units that the return of a swap asks for; they are credited, regardless of the state of the
   * return.
   */
  private long requestedUnits(PartOwner owner, String lineId) {
    return order.returns().stream()
        .filter(returned -> returned.owner().equals(owner))
        .mapToLong(returned -> returned.requestedUnits(lineId))
        .sum();
  }

  private long notComingBack(PartOwner owner, String lineId, long settled) {
    long back =
        order.returns().stream()
            .filter(returned -> returned.owner().equals(owner) && !returned.isCanceled())
            .mapToLong(returned -> returned.units(lineId))
            .sum();
    return Math.max(0, settled - back);
  }
}
