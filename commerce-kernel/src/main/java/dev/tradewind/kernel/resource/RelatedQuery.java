package dev.tradewind.kernel.resource;

import dev.tradewind.kernel.JsonArrays;
import dev.tradewind.kernel.operation.InternalOperation;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Query for the rows of one relation for all parents at once, sent to the verticle that owns them.
 *
 * @param resource queried resource, or the parent if a relation of it is named
 * @param relation relation of the resource whose rows are wanted; absent: the resource's own rows
 * @param keys keys of the resource
 * @param columns columns to return, the key included; none for all members of a document
 * @param relations relations that the rows may embed
 */
public record RelatedQuery(
    String resource,
    @Nullable String relation,
    List<String> keys,
    List<String> columns,
    List<String> relations) {

  private static final String ROWS = "rows";
  private static final String KEY = "key";
  private static final String ROW = "row";

  /** Source of the rows with the keys that the parents hold. */
  public static RelationSource byKey(Supplier<Resource> target) {
    return (fetchContext, selection, keys) ->
        fetchContext
            .bus()
            .call(
                target.get().owner().orElseThrow(),
                fetchContext.context(),
                of(target.get().table(), null, selection, keys).toJson())
            .map(answer -> rows(answer, selection));
  }

  /** Source of the rows that the owner of the parent finds for it. */
  static RelationSource ofOwner(String parent, String relation, InternalOperation owner) {
    return (fetchContext, selection, keys) ->
        fetchContext
            .bus()
            .call(owner, fetchContext.context(), of(parent, relation, selection, keys).toJson())
            .map(answer -> rows(answer, selection));
  }

  private static RelatedQuery of(
      String resource, @Nullable String relation, Selection selection, List<String> keys) {
    return new RelatedQuery(
        resource,
        relation,
        keys,
        selection.resource().isOpen()
            ? List.of()
            : selection.readColumns().stream().map(Column::name).toList(),
        List.copyOf(selection.relations().keySet()));
  }

  private JsonObject toJson() {
    return new JsonObject()
        .put("resource", resource)
        .put("relation", relation)
        .put("keys", JsonArrays.of(keys))
        .put("columns", JsonArrays.of(columns))
        .put("relations", JsonArrays.of(relations));
  }

  public static RelatedQuery parse(JsonObject json) {
    return new RelatedQuery(
        json.getString("resource"),
        json.getString("relation"),
        JsonArrays.strings(json.getJsonArray("keys")),
        JsonArrays.strings(json.getJsonArray("columns")),
        JsonArrays.strings(json.getJsonArray("relations")));
  }

  /** The answer with these rows. */
  public static JsonObject answer(List<RelatedRow> found) {
    JsonArray rows = new JsonArray();
    found.forEach(each -> rows.add(new JsonObject().put(KEY, each.key()).put(ROW, each.row())));
    return new JsonObject().put(ROWS, rows);
  }

  private static List<RelatedRow> rows(JsonObject answer, Selection selection) {
    return JsonArrays.objects(answer.getJsonArray(ROWS)).stream()
        .map(each -> new RelatedRow(each.getString(KEY), selection.ofRow(each.getJsonObject(ROW))))
        .toList();
  }
}
