package dev.tradewind.discount;

import dev.tradewind.api.discount.DiscountClient;
import dev.tradewind.api.discount.DiscountOperation;
import dev.tradewind.api.graph.DiscountGraph;
import dev.tradewind.discount.condition.ConditionService;
import dev.tradewind.discount.definition.DiscountResources;
import dev.tradewind.discount.definition.DiscountService;
import dev.tradewind.discount.definition.DiscountStore;
import dev.tradewind.discount.definition.DynamicCodes;
import dev.tradewind.discount.evaluation.EvaluationService;
import dev.tradewind.discount.giftcard.GiftCardResources;
import dev.tradewind.discount.giftcard.GiftCardService;
import dev.tradewind.discount.remote.ReferenceCleanup;
import dev.tradewind.discount.remote.RemoteReferences;
import dev.tradewind.kernel.changelog.ChangeLogPruner;
import dev.tradewind.kernel.database.Schema;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.ratelimit.AttemptRateLimiter;
import dev.tradewind.kernel.ratelimit.EndedCounterCleaner;
import dev.tradewind.kernel.resource.read.RelatedRows;
import dev.tradewind.kernel.verticle.DomainVerticle;
import dev.tradewind.kernel.verticle.NodeContext;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import org.jspecify.annotations.Nullable;

/**
 * Discount verticle: owns the discount schema and serves all operations on discounts and gift
 * cards.
 */
public final class DiscountVerticle extends DomainVerticle {

  public static final Schema SCHEMA = Schema.of("discount");

  private @Nullable ReferenceCleanup cleanup;

  public DiscountVerticle(NodeContext node) {
    super(DiscountClient.ADDRESS, SCHEMA, node);
  }

  @Override
  protected void bind(Operations operations, Operations internal, Pool pool, OperationClient bus) {
    Clock clock = node().clock();
    DiscountStore discounts = new DiscountStore();
    new DiscountService(pool, discounts, bus, clock).bind(operations, internal);
    new DynamicCodes(pool, discounts, bus, clock).bind(operations);
    new ConditionService(pool, bus, clock).bind(operations, internal);
    new EvaluationService(pool).bind(internal);
    AttemptRateLimiter rateLimiter =
        new AttemptRateLimiter("gift-card", vertx, pool, AttemptRateLimiter.DEFAULT_WINDOW, clock);
    schedule(new EndedCounterCleaner(pool, clock).task());
    schedule(new ChangeLogPruner(pool, address(), node().meters()).task());
    new GiftCardService(pool, bus, rateLimiter, clock).bind(operations, internal);
    new RelatedRows(pool, bus)
        .table(DiscountResources.RULE, DiscountGraph.RULE)
        .table(DiscountResources.CONDITION, DiscountGraph.CONDITION)
        .table(DiscountResources.DISCOUNT, DiscountGraph.DISCOUNT)
        .table(GiftCardResources.GIFT_CARD, DiscountGraph.GIFT_CARD)
        .bind(internal, DiscountOperation.FIND_RELATED);
    ReferenceCleanup references =
        new ReferenceCleanup(vertx, new RemoteReferences(bus), pool, clock);
    schedule(references.task());
    cleanup = references;
  }

  @Override
  protected Future<?> startBackground(Pool pool, OperationClient bus) {
    if (cleanup != null) {
      cleanup.start();
    }
    return Future.succeededFuture();
  }

  @Override
  protected Future<?> stopBackground() {
    if (cleanup != null) {
      cleanup.stop();
    }
    return Future.succeededFuture();
  }
}
