package dev.tradewind.kernel.field;

import dev.tradewind.kernel.json.JsonArrays;
import dev.tradewind.kernel.json.JsonBytes;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Problem;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Client of the {@link DeclaredFields} of the verticles. */
public final class DeclaredFieldClient {

  /**
   * Outcome of a declaration.
   *
   * @param field as it is declared now; absent if stored rows contradict
   */
  public record Declared(@Nullable JsonObject field, Contradictions contradictions) {}

  private final OperationClient bus;

  public DeclaredFieldClient(OperationClient bus) {
    this.bus = bus;
  }

  /** Fields of the schema of a verticle. */
  public Future<List<JsonObject>> list(CallContext context, String verticle) {
    return send(context, verticle, DeclaredFields.LIST, new JsonObject())
        .map(reply -> JsonArrays.objects(reply.getJsonArray("fields")));
  }

  public Future<Optional<JsonObject>> find(CallContext context, String verticle, String id) {
    return send(context, verticle, DeclaredFields.LIST, new JsonObject().put("id", id))
        .map(reply -> JsonArrays.objects(reply.getJsonArray("fields")).stream().findFirst());
  }

  /**
   * Stored rows that contradict a field.
   *
   * @param row of {@code declared_field}
   */
  public Future<Contradictions> check(CallContext context, String verticle, JsonObject row) {
    return send(context, verticle, DeclaredFields.CHECK, new JsonObject().put("field", row))
        .map(Contradictions::parse);
  }

  /**
   * Declares a field, unless stored rows contradict.
   *
   * @param version that the change replaces; absent for a new field
   * @param next version afterwards
   */
  public Future<Declared> declare(
      CallContext context, String verticle, JsonObject row, @Nullable Long version, long next) {
    JsonObject input = new JsonObject().put("field", row).put("version", version).put("next", next);
    return send(context, verticle, DeclaredFields.DECLARE, input)
        .map(reply -> {
          JsonObject report = reply.getJsonObject("report");
          return new Declared(
              reply.getJsonObject("field"),
              report == null ? Contradictions.NONE : Contradictions.parse(report));
        });
  }

  /**
   * Removes the declaration, if there is one. Stored values stay.
   *
   * @param version of the declaration; absent for any
   */
  public Future<Void> remove(
      CallContext context, String verticle, String id, @Nullable Long version) {
    JsonObject input = new JsonObject().put("id", id).put("version", version);
    return send(context, verticle, DeclaredFields.REMOVE, input).mapEmpty();
  }

  private Future<JsonObject> send(
      CallContext context, String verticle, String operation, JsonObject input) {
    return bus.send(DeclaredFields.address(verticle), operation, context, JsonBytes.of(input))
        .map(reply -> {
          JsonObject answer = reply.body().toJsonObject();
          if (reply.isProblem()) {
            throw Problem.parse(reply.status(), answer);
          }
          return answer;
        });
  }
}
