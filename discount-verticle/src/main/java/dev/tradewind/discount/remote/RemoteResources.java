package dev.tradewind.discount.remote;

import dev.tradewind.api.discount.ConditionType;
import dev.tradewind.api.graph.CatalogGraph;
import dev.tradewind.api.graph.DiscountGraph;
import dev.tradewind.api.graph.OrderGraph;
import dev.tradewind.kernel.resource.Relation;
import dev.tradewind.kernel.resource.read.RemoteRelation;

/** Relations of discounts and gift cards to resources of other verticles. */
public final class RemoteResources {

  private RemoteResources() {}

  /** Region referred to by a column of the parent. */
  public static Relation region(String column) {
    return Relation.referred("region", () -> CatalogGraph.REGION, column);
  }

  /** Regions linked to the parent by a table. */
  public static Relation regions(String links) {
    return RemoteRelation.linked("regions", () -> CatalogGraph.REGION, links);
  }

  /** Order referred to by a column of the parent. */
  public static Relation order(String column) {
    return Relation.referred("order", () -> OrderGraph.ORDER, column);
  }

  /** Resources of a condition of that type. */
  public static Relation resources(ConditionType type, String links) {
    return RemoteRelation.linked(type.wireName(), () -> DiscountGraph.restrictedTo(type), links);
  }
}
