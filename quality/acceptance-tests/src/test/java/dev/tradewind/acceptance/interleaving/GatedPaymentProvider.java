package dev.tradewind.acceptance.interleaving;

import dev.tradewind.providers.test.SessionlessPaymentProvider;
import dev.tradewind.spi.payment.Authorization;
import dev.tradewind.spi.payment.PaymentCall;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.util.function.Function;

/**
 * Payment provider backed by the ledger of the interleaving; each call waits at the node's gate.
 */
public class GatedPaymentProvider extends SessionlessPaymentProvider {

  public static final String ID = "gated";
  public static final String OTHER_ID = "gated-other";

  private final String id;

  public GatedPaymentProvider() {
    this(ID);
  }

  private GatedPaymentProvider(String id) {
    this.id = id;
  }

  /** Second provider, for a change of the selected payment session. */
  public static final class Other extends GatedPaymentProvider {
    public Other() {
      super(OTHER_ID);
    }
  }

  @Override
  public String id() {
    return id;
  }

  @Override
  public Future<Authorization> authorize(PaymentCall call, JsonObject data) {
    return act("authorize " + call.idempotencyKey(), node -> node.authorize(call));
  }

  @Override
  public Future<Authorization> findAuthorization(PaymentCall call, JsonObject data) {
    return act("find " + call.idempotencyKey(), node -> node.ledger().find(call.idempotencyKey()));
  }

  @Override
  public Future<JsonObject> cancel(PaymentCall call, JsonObject data) {
    return act(
        "cancel " + call.idempotencyKey(),
        node -> {
          node.ledger().cancel(call.idempotencyKey());
          return new JsonObject().put("status", "canceled");
        });
  }

  /** Gates before the call and before its answer, so that other steps and a crash fit between. */
  public static <T> Future<T> act(String what, Function<GatedNode, T> effect) {
    GatedNode node = GatedNode.of(Vertx.currentContext().owner());
    return node.gate(what)
        .map(asked -> effect.apply(node))
        .compose(answer -> node.gate("answer of " + what).map(answer));
  }
}
