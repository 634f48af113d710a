package dev.tradewind.discount;

import dev.tradewind.discount.condition.ConditionService;
import dev.tradewind.discount.discount.DiscountService;
import dev.tradewind.discount.discount.DynamicCodes;
import dev.tradewind.discount.evaluation.EvaluationService;
import dev.tradewind.discount.giftcard.GiftCardService;
import dev.tradewind.discount.neighbour.Neighbours;
import dev.tradewind.discount.neighbour.ReferenceCleanup;
import dev.tradewind.kernel.database.Schema;
import dev.tradewind.kernel.operation.OperationBus;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.verticle.DomainVerticle;
import dev.tradewind.kernel.verticle.NodeServices;
import dev.tradewind.model.discount.DiscountClient;
import io.vertx.core.Future;
import io.vertx.core.eventbus.EventBus;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import org.jspecify.annotations.Nullable;

/** Owns the discount schema and answers every operation of the discount verticle. */
public final class DiscountVerticle extends DomainVerticle {

  public static final Schema SCHEMA = Schema.of("discount");

  private @Nullable ReferenceCleanup cleanup;

  public DiscountVerticle(NodeServices node) {
    super(DiscountClient.ADDRESS, SCHEMA, node);
  }

  @Override
  protected void bind(Operations operations, Operations internal, Pool pool, OperationBus bus) {
    Clock clock = node().clock();
    EventBus eventBus = vertx.eventBus();
    new DiscountService(pool, bus, eventBus, clock).bind(operations);
    new DynamicCodes(pool, bus, eventBus, clock).bind(operations);
    new ConditionService(pool, bus, eventBus, clock).bind(operations, internal);
    new EvaluationService(pool).bind(internal);
    new GiftCardService(pool, bus, eventBus, clock).bind(operations, internal);
    ReferenceCleanup references = new ReferenceCleanup(vertx, new Neighbours(bus), pool, clock);
    schedule(references.task());
    cleanup = references;
  }

  @Override
  protected Future<?> startWork(Pool pool, OperationBus bus) {
    if (cleanup != null) {
      cleanup.start();
    }
    return Future.succeededFuture();
  }

  @Override
  protected Future<?> stopWork() {
    if (cleanup != null) {
      cleanup.stop();
    }
    return Future.succeededFuture();
  }
}
