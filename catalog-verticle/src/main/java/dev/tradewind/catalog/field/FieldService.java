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
import io.vertx.core.CompositeFuture;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Declaration of fields by staff. A field is declared in each schema with rows of its resource. If
 * a later schema refuses it, the earlier ones take it back; until all have it, it is shown as being
 * checked. A declaration or change whose node ended in between is completed by the next one.
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
    JsonObject behind =
        copies.stream().min(Comparator.comparing(copy -> copy.getLong("version"))).orElseThrow();
    int schemas = FieldResource.of(behind.getString("resource")).verticles().size();
    boolean isActive =
        copies.size() == schemas
            && copies.stream()
                .allMatch(copy ->
                    copy.getString("status").equals(ACTIVE)
                        && FieldRules.row(copy).equals(FieldRules.row(behind)));
    return isActive ? behind : behind.copy().put("status", "checking");
  }

  private Future<Reply> get(Request request) {
    return find(request.context(), request.path("id")).map(field -> Reply.ok("field", field));
  }

  private Future<JsonObject> find(CallContext context, String id) {
    return copies(context, id).map(copies -> one(present(copies)));
  }

  /**
   * Field in a schema with rows of its resource.
   *
   * @param field absent if it is not declared there
   */
  private record Copy(String verticle, @Nullable JsonObject field) {

    @Nullable Long version() {
      return field == null ? null : field.getLong("version");
    }
  }

  private Future<List<Copy>> copies(CallContext context, FieldResource resource, String id) {
    return Future.all(
            resource.verticles().stream()
                .map(verticle ->
                    fields
                        .find(context, verticle, id)
                        .map(found -> new Copy(verticle, found.orElse(null))))
                .toList())
        .map(CompositeFuture::list);
  }

  /** Copies of a field that is declared, at least in one schema. */
  private Future<List<Copy>> copies(CallContext context, String id) {
    int dot = id.indexOf('.');
    return Arrays.stream(FieldResource.values())
        .filter(resource -> dot > 0 && resource.wireName().equals(id.substring(0, dot)))
        .findFirst()
        .map(resource -> copies(context, resource, id))
        .orElseGet(() -> Future.succeededFuture(List.of()))
        .map(copies -> {
          if (present(copies).isEmpty()) {
            throw Problem.notFound("Field with id: " + id + " was not found");
          }
          return copies;
        });
  }

  private static List<JsonObject> present(List<Copy> copies) {
    return copies.stream().map(Copy::field).filter(Objects::nonNull).toList();
  }

  private Future<Reply> declare(Request request) {
    JsonObject row = FieldRules.row(request.body());
    String id = row.getString("id");
    return copies(request.context(), FieldResource.of(row.getString("resource")), id)
        .compose(copies ->
            declare(
                request,
                row,
                copies,
                null,
                () -> {
                  if (isComplete(copies, row)) {
                    throw Problem.duplicate("The field " + id + " is declared already");
                  }
                }));
  }

  /** Whether nothing is left to declare; where the values are does not change. */
  private static boolean isComplete(List<Copy> copies, JsonObject row) {
    List<JsonObject> present = present(copies);
    return !present.isEmpty()
        && (one(present).getString("status").equals(ACTIVE)
            || present.stream()
                .anyMatch(copy ->
                    !copy.getBoolean("staff_only").equals(row.getBoolean("is_staff_only"))));
  }

  private Future<Reply> update(Request request) {
    return copies(request.context(), request.path("id"))
        .compose(copies -> {
          JsonObject shown = one(present(copies));
          JsonObject changed = shown.copy();
          request.body().forEach(member -> changed.put(member.getKey(), member.getValue()));
          return declare(
              request,
              FieldRules.row(changed),
              copies,
              shown,
              () -> {
                if (!shown.getLong("version").equals(request.body().getLong("version"))) {
                  throw Problem.conflict();
                }
              });
        });
  }

  /**
   * @param shown field in the answer of a dry run; absent for a new field
   * @param requirement of a declaration that is applied, unlike a dry run
   */
  private Future<Reply> declare(
      Request request,
      JsonObject row,
      List<Copy> copies,
      @Nullable JsonObject shown,
      Runnable requirement) {
    CallContext context = request.context();
    return requireAgreement(context, row)
        .compose(agreed -> check(context, row))
        .compose(found -> {
          if (isDryRun(request)) {
            return reply(shown, found);
          }
          if (found.count() > 0) {
            return Future.failedFuture(contradicted(found));
          }
          requirement.run();
          return declare(context, row, copies);
        });
  }

  private static boolean isDryRun(Request request) {
    return Boolean.TRUE.equals(request.body().getBoolean("dry_run"));
  }

  /** Requires that orders accept what carts do where they share a name in their metadata. */
  private Future<Void> requireAgreement(CallContext context, JsonObject row) {
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

  private Future<Reply> declare(CallContext context, JsonObject row, List<Copy> copies) {
    long next =
        1 + present(copies).stream().mapToLong(copy -> copy.getLong("version")).max().orElse(0);
    return declareAt(context, copies, 0, row, next)
        .compose(declared ->
            // The other one may have been declared meanwhile.
            requireAgreement(context, row)
                .recover(failure ->
                    takeBack(context, copies.getFirst(), row, next)
                        .transform(done -> Future.failedFuture(failure)))
                .compose(agreed -> reply(declared, Contradictions.NONE)));
  }

  /**
   * @param next version, the same in all schemas
   */
  private Future<JsonObject> declareAt(
      CallContext context, List<Copy> copies, int at, JsonObject row, long next) {
    Copy copy = copies.get(at);
    return fields
        .declare(context, copy.verticle(), row, copy.version(), next)
        .map(FieldService::declared)
        .compose(field ->
            at + 1 == copies.size()
                ? Future.succeededFuture(field)
                : declareAt(context, copies, at + 1, row, next)
                    .recover(failure ->
                        takeBack(context, copy, row, next)
                            .transform(done -> Future.failedFuture(failure))));
  }

  private static JsonObject declared(Declared outcome) {
    JsonObject field = outcome.field();
    if (field == null) {
      throw contradicted(outcome.contradictions());
    }
    return field;
  }

  private Future<Void> takeBack(CallContext context, Copy former, JsonObject row, long version) {
    JsonObject field = former.field();
    return field == null
        ? fields.remove(context, former.verticle(), row.getString("id"), version)
        : fields
            .declare(context, former.verticle(), FieldRules.row(field), version, version + 1)
            .mapEmpty();
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
                    .map(verticle -> fields.remove(context, verticle, id, null))
                    .toList()))
        .map(removed ->
            Reply.ok(new JsonObject().put("id", id).put("object", "field").put("deleted", true)));
  }
}
