package dev.tradewind.acceptance.interleaving;

import dev.tradewind.api.catalog.CatalogClient;
import dev.tradewind.api.customer.CustomerClient;
import dev.tradewind.api.discount.DiscountClient;
import dev.tradewind.catalog.CatalogVerticle;
import dev.tradewind.customer.CustomerVerticle;
import dev.tradewind.customer.auth.CustomerConfig;
import dev.tradewind.discount.DiscountVerticle;
import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.kernel.database.Schema;
import dev.tradewind.kernel.database.SchemaPool;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.token.SigningKeys;
import dev.tradewind.kernel.verticle.BoundVerticle;
import dev.tradewind.kernel.verticle.DomainVerticle;
import dev.tradewind.kernel.verticle.NodeContext;
import dev.tradewind.providers.test.TestPlugin;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.Message;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Catalog, customer and discount verticles of the shop. No actor changes what they answer, so that
 * each request of a cart is answered by them once and from memory afterwards.
 */
final class ReferenceData {

  private static final List<String> ADDRESSES =
      List.of(CatalogClient.ADDRESS, CustomerClient.ADDRESS, DiscountClient.ADDRESS);

  private record Question(String address, String operation, Buffer input) {}

  private final SharedEventLoop loop;
  private final DatabaseConfig database;
  private final Vertx vertx;
  private final Map<Question, Message<Buffer>> answers = new HashMap<>();

  ReferenceData(SharedEventLoop loop, DatabaseConfig database, NodeContext services) {
    this.loop = loop;
    this.database = database;
    this.vertx = loop.vertx();
    serve(new CatalogVerticle(services, TestPlugin.installed(vertx)), CatalogVerticle.SCHEMA);
    serve(
        new CustomerVerticle(services, CustomerConfig.of(SigningKeys.random())),
        CustomerVerticle.SCHEMA);
    serve(new DiscountVerticle(services), DiscountVerticle.SCHEMA);
  }

  private void serve(DomainVerticle verticle, Schema schema) {
    GatedNode.await(
        BoundVerticle.serve(
            verticle, vertx, SchemaPool.open(vertx, database, schema), loop.clock()));
  }

  /** Answers the requests on the event bus of a node. */
  void serve(Vertx node) {
    for (String address : ADDRESSES) {
      serve(node, address);
      serve(node, OperationClient.internalAddress(address));
    }
  }

  private void serve(Vertx node, String address) {
    node.eventBus().<Buffer>consumer(address, request -> answer(address, request));
  }

  private void answer(String address, Message<Buffer> request) {
    Question question = new Question(address, request.headers().get("operation"), request.body());
    Message<Buffer> known = answers.get(question);
    if (known != null) {
      reply(request, known);
      return;
    }
    loop.begin();
    vertx
        .eventBus()
        .<Buffer>request(
            address, request.body(), new DeliveryOptions().setHeaders(request.headers()))
        .onSuccess(answer -> {
          answers.put(question, answer);
          reply(request, answer);
        })
        .onFailure(failure -> request.fail(500, failure.toString()))
        .onComplete(answered -> loop.end());
  }

  private static void reply(Message<Buffer> request, Message<Buffer> answer) {
    request.reply(answer.body(), new DeliveryOptions().setHeaders(answer.headers()));
  }

  void close() {
    GatedNode.await(vertx.close());
  }
}
