package dev.tradewind.order.fulfillment;

import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.order.view.OrderQueries;
import dev.tradewind.order.view.OrderViews;
import io.vertx.core.Future;
import java.util.function.Function;

/** Fulfillments of the additional line items of swaps or of claims by staff. */
public final class PartFulfillments {

  /** Names of the operations of the contract. */
  public record OperationNames(String create, String ship, String cancel) {}

  /** Swap or claim that a request names. */
  @FunctionalInterface
  public interface Owner {
    /** Its rules, if the order of the path has it; fails otherwise. */
    Future<Fulfillments.Rules> require(Request request);
  }

  private final CreateFulfillments creation;
  private final Fulfillments fulfillments;
  private final OrderQueries queries;

  PartFulfillments(CreateFulfillments creation, Fulfillments fulfillments, OrderQueries queries) {
    this.creation = creation;
    this.fulfillments = fulfillments;
    this.queries = queries;
  }

  public void bind(Operations operations, OperationNames names, Owner owner) {
    operations
        .on(
            names.create(),
            request ->
                run(
                    request,
                    owner,
                    rules ->
                        creation.createAll(
                            request.context(), request.path("id"), rules, request.body())))
        .on(
            names.ship(),
            request ->
                run(
                    request,
                    owner,
                    rules ->
                        fulfillments.ship(
                            request.context(), request.path("id"), rules, request.body())))
        .on(
            names.cancel(),
            request ->
                run(
                    request,
                    owner,
                    rules ->
                        fulfillments.cancel(
                            request.context(),
                            request.path("id"),
                            rules,
                            request.path("fulfillment_id"))));
  }

  private Future<Reply> run(
      Request request, Owner owner, Function<Fulfillments.Rules, Future<Void>> action) {
    OrderViews.ofAction(request.query());
    return owner
        .require(request)
        .compose(action)
        .compose(done -> queries.showToStaff(request, request.path("id")));
  }
}
