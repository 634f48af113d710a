package dev.tradewind.catalog.cache;

import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.api.catalog.CatalogClient;
import dev.tradewind.catalog.channel.PublishableKeys;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Principal;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.time.Clock;
import org.jspecify.annotations.Nullable;

/** Request of a shopper. */
record Shopper(
    String operation,
    JsonObject path,
    JsonObject query,
    @Nullable String customer,
    @Nullable String key) {

  static final String LIST = "storeListProducts";
  static final String GET = "storeGetProduct";
  static final String VARIANTS = "storeListVariants";
  static final String VARIANT = "storeGetVariant";

  private static final JsonObject NOTHING = new JsonObject();

  static Shopper list(JsonObject query) {
    return new Shopper(LIST, NOTHING, query, null, null);
  }

  static Shopper variants(JsonObject query) {
    return new Shopper(VARIANTS, NOTHING, query, null, null);
  }

  Shopper as(@Nullable String id) {
    return new Shopper(operation, path, query, id, key);
  }

  Shopper with(@Nullable String given) {
    return new Shopper(operation, path, query, customer, given);
  }

  Future<Reply> send(OperationClient client) {
    Principal principal =
        customer == null
            ? Principal.ANONYMOUS
            : new Principal(Principal.Kind.CUSTOMER, customer, Principal.Credential.SESSION);
    JsonObject headers = key == null ? NOTHING : new JsonObject().put(PublishableKeys.HEADER, key);
    return client.send(
        CatalogClient.ADDRESS,
        operation,
        new CallContext("command", Clock.systemUTC().instant().plusSeconds(60), null, principal),
        Request.input(path, query, null, headers));
  }

  String read(OperationClient client) {
    Reply reply = await(send(client));
    assertThat(reply.status()).as(reply.body().toString()).isEqualTo(200);
    return reply.body().toString();
  }
}
