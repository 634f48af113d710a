package dev.tradewind.kernel.resource;

import dev.tradewind.kernel.json.RecordCodec;
import dev.tradewind.kernel.operation.InternalOperation;
import io.vertx.core.json.JsonObject;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Query for the rows of one relation for all parents together, sent to the verticle that owns them.
 *
 * @param resource queried resource, or the parent if a relation of it is named
 * @param relation relation of the resource whose rows are wanted; absent: the resource's own rows
 * @param keys keys of the resource
 * @param columns columns to return, the key included; none for all members of a document
 * @param relations relations that the rows may embed
 * @param most rows of one key, the newest; null: all
 */
public record RelatedQuery(
    String resource,
    @Nullable String relation,
    List<String> keys,
    List<String> columns,
    List<String> relations,
    @Nullable Integer most) {

  private static final RecordCodec<RelatedQuery> CODEC =
      RecordCodec.ofMessage(MethodHandles.lookup(), RelatedQuery.class);

  /** Source of the rows with the keys that the parents hold. */
  public static RelationSource byKey(Supplier<Resource> target) {
    return (fetchContext, selection, keys) ->
        fetchContext
            .bus()
            .call(
                target.get().owner().orElseThrow(),
                fetchContext.context(),
                of(target.get().table(), null, selection, keys, null).toJson())
            .map(answer -> rows(answer, selection));
  }

  /** Source of the rows that the owner of the parent finds for it. */
  static RelationSource ofOwner(String parent, String relation, InternalOperation owner) {
    return (fetchContext, selection, keys) ->
        fetchContext
            .bus()
            .call(
                owner,
                fetchContext.context(),
                of(parent, relation, selection, keys, fetchContext.most()).toJson())
            .map(answer -> rows(answer, selection));
  }

  private static RelatedQuery of(
      String resource,
      @Nullable String relation,
      Selection selection,
      List<String> keys,
      @Nullable Integer most) {
    return new RelatedQuery(
        resource,
        relation,
        keys,
        selection.resource().isOpen()
            ? List.of()
            : selection.readColumns().stream().map(Column::name).toList(),
        List.copyOf(selection.relations().keySet()),
        most);
  }

  private JsonObject toJson() {
    return CODEC.write(this);
  }

  public static RelatedQuery parse(JsonObject json) {
    return CODEC.read(json);
  }

  /** The answer with these rows. */
  public static JsonObject answer(List<RelatedRow> found) {
    JsonObject counts = new JsonObject();
    for (RelatedRow row : found) {
      if (row.count() != null) {
        counts.put(row.key(), row.count());
      }
    }
    List<Answer.Part> parts =
        found.stream().map(row -> new Answer.Part(row.key(), row.row())).toList();
    return Answer.CODEC.write(new Answer(parts, counts.isEmpty() ? null : counts));
  }

  private static List<RelatedRow> rows(JsonObject json, Selection selection) {
    Answer answer = Answer.CODEC.read(json);
    JsonObject counts = answer.counts() == null ? new JsonObject() : answer.counts();
    return answer.rows().stream()
        .map(part ->
            new RelatedRow(part.key(), selection.ofRow(part.row()), counts.getLong(part.key())))
        .toList();
  }

  /**
   * Rows of all keys.
   *
   * @param counts rows by key, if only the newest are returned
   */
  private record Answer(List<Part> rows, @Nullable JsonObject counts) {

    private static final RecordCodec<Answer> CODEC =
        RecordCodec.ofMessage(MethodHandles.lookup(), Answer.class);

    private record Part(String key, JsonObject row) {}
  }
}
