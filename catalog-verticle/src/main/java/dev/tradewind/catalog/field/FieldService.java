package dev.tradewind.catalog.field;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import dev.tradewind.kernel.field.Contradictions;
import dev.tradewind.kernel.field.DeclaredFieldClient;
import dev.tradewind.kernel.field.DeclaredFieldClient.Declared;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Declaration of fields by staff. A field is declared in each schema with rows of its resource. If
 * a later schema refuses it, the earlier ones take it back; until all have it, it is shown as being
 * checked, and can be declared again.
 */
public final class FieldService {

  private static final int CONTRADICTED = 422;
  private static final String ACTIVE = "active";

  private final DeclaredFieldClient fields;

  public FieldService(OperationClient bus) {
    this.fields = new DeclaredFieldClient(bus);
  }

  public void bind(Operations operations) {
    operations
        .on("adminListFields", this::list)
        .on("adminDeclareField", this::declare)
        .on("adminGetField", this::get)
        .on("adminUpdateField", this::update)
        .on("adminRemoveField", this::remove);
  }

  private Future<Reply> list(Request request) {
    List<Future<List<JsonObject>>> asked =
        Arrays.stream(FieldResource.values())
            .flatMap(resource -> resource.verticles().stream())
            .distinct()
            .map(verticle -> fields.list(request.context(), verticle))
            .toList();
    return Future.all(asked)
        .map(all -> merged(all.<List<JsonObject>>list().stream().flatMap(Collection::stream)))
        .map(found -> Reply.ok(new JsonObject().put("fields", new JsonArray(found))));
  }

  /** A field of several schemas once: as it is in the one that is behind. */
  private static List<JsonObject> merged(Stream<JsonObject> found) {
    return found
        .collect(groupingBy(field -> field.getString("id"), TreeMap::new, toList()))
        .values()
        .stream()
        .map(FieldService::one)
        .toList();
  }

  private static JsonObject one(List<JsonObject> copies) {
    JsonObject first = copies.getFirst();
    int schemas = FieldResource.of(first.getString("resource")).verticles().size();
    boolean isActive =
        copies.size() == schemas
            && copies.stream()
                .allMatch(copy ->
                    copy.getString("status").equals(ACTIVE)
                        && copy.getLong("version").equals(first.getLong("version")));
    return isActive ? first : first.copy().put("status", "checking");
  }

  private Future<Reply> get(Request request) {
    return find(request.context(), request.path("id")).map(field -> Reply.ok("field", field));
  }

  private Future<JsonObject> find(CallContext context, String id) {
    int dot = id.indexOf('.');
    List<FieldResource> named =
        Arrays.stream(FieldResource.values())
            .filter(resource -> dot > 0 && resource.wireName().equals(id.substring(0, dot)))
            .toList();
    if (named.isEmpty()) {
      return Future.failedFuture(notFound(id));
    }
    return Future.all(
            named.getFirst().verticles().stream()
                .map(verticle -> fields.find(context, verticle, id))
                .toList())
        .map(all -> {
          List<JsonObject> copies =
              all.<Optional<JsonObject>>list().stream().flatMap(Optional::stream).toList();
          if (copies.isEmpty()) {
            throw notFound(id);
          }
          return one(copies);
        });
  }

  private static Problem notFound(String id) {
    return Problem.notFound("Field with id: " + id + " was not found");
  }

  private Future<Reply> declare(Request request) {
    JsonObject row = FieldRules.row(request.body());
    return requireOneType(request.context(), row)
        .compose(same -> check(request.context(), row))
        .compose(found ->
            isDryRun(request)
                ? reply(null, found)
                : declare(request.context(), row, null, null, found));
  }

  private Future<Reply> update(Request request) {
    CallContext context = request.context();
    return find(context, request.path("id"))
        .compose(present -> {
          JsonObject changed = present.copy();
          request.body().forEach(member -> changed.put(member.getKey(), member.getValue()));
          JsonObject row = FieldRules.row(changed);
          return requireOneType(context, row)
              .compose(same -> check(context, row))
              .compose(found ->
                  isDryRun(request)
                      ? reply(present, found)
                      : declare(
                          context,
                          row,
                          FieldRules.row(present),
                          request.body().getLong("version"),
                          found));
        });
  }

  private static boolean isDryRun(Request request) {
    return Boolean.TRUE.equals(request.body().getBoolean("dry_run"));
  }

  /** Requires that a name has one type in the metadata that carts and orders share. */
  private Future<Void> requireOneType(CallContext context, JsonObject row) {
    return FieldResource.of(row.getString("resource"))
        .sharing()
        .map(other ->
            fields
                .find(
                    context,
                    other.verticles().getFirst(),
                    FieldRules.id(other, row.getString("name")))
                .<Void>map(found -> {
                  found.ifPresent(field -> FieldRules.requireAgreement(row, field));
                  return null;
                }))
        .orElseGet(Future::succeededFuture);
  }

  private Future<Contradictions> check(CallContext context, JsonObject row) {
    return Future.all(
            verticles(row).stream().map(verticle -> fields.check(context, verticle, row)).toList())
        .map(all ->
            all.<Contradictions>list().stream().reduce(Contradictions.NONE, Contradictions::and));
  }

  private static List<String> verticles(JsonObject row) {
    return FieldResource.of(row.getString("resource")).verticles();
  }

  /**
   * @param former row before; absent for a new field
   */
  private Future<Reply> declare(
      CallContext context,
      JsonObject row,
      @Nullable JsonObject former,
      @Nullable Long version,
      Contradictions found) {
    if (found.count() > 0) {
      return Future.failedFuture(contradicted(found));
    }
    List<String> verticles = verticles(row);
    return declareAt(context, verticles, 0, row, former, version)
        .compose(declared ->
            // The other one may have been declared meanwhile.
            requireOneType(context, row)
                .recover(failure ->
                    takeBack(context, verticles.getFirst(), row, former, version)
                        .transform(done -> Future.failedFuture(failure)))
                .compose(same -> reply(declared, Contradictions.NONE)));
  }

  private Future<JsonObject> declareAt(
      CallContext context,
      List<String> verticles,
      int at,
      JsonObject row,
      @Nullable JsonObject former,
      @Nullable Long version) {
    String verticle = verticles.get(at);
    return fields
        .declare(context, verticle, row, version)
        .map(FieldService::declared)
        .compose(field ->
            at + 1 == verticles.size()
                ? Future.succeededFuture(field)
                : declareAt(context, verticles, at + 1, row, former, version)
                    .recover(failure ->
                        takeBack(context, verticle, row, former, version)
                            .transform(done -> Future.failedFuture(failure))));
  }

  private static JsonObject declared(Declared outcome) {
    JsonObject field = outcome.field();
    if (field == null) {
      throw contradicted(outcome.contradictions());
    }
    return field;
  }

  private Future<Void> takeBack(
      CallContext context,
      String verticle,
      JsonObject row,
      @Nullable JsonObject former,
      @Nullable Long version) {
    return former == null
        ? fields.remove(context, verticle, row.getString("id"))
        : fields.declare(context, verticle, former, Objects.requireNonNull(version) + 1).mapEmpty();
  }

  private static Problem contradicted(Contradictions found) {
    return Problem.refused(
        CONTRADICTED,
        "invalid_data",
        "field_contradicted",
        found.count() + " stored rows contradict the declaration",
        found.first().stream()
            .map(row -> row.getString("id") + ": " + row.getString("error"))
            .toList());
  }

  private static Future<Reply> reply(@Nullable JsonObject field, Contradictions report) {
    return Future.succeededFuture(
        Reply.ok(new JsonObject().put("field", field).put("report", report.toJson())));
  }

  private Future<Reply> remove(Request request) {
    CallContext context = request.context();
    String id = request.path("id");
    return find(context, id)
        .compose(field ->
            Future.all(
                verticles(field).stream()
                    .map(verticle -> fields.remove(context, verticle, id))
                    .toList()))
        .map(removed ->
            Reply.ok(new JsonObject().put("id", id).put("object", "field").put("deleted", true)));
  }
}
