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
 */
public record RelatedQuery(
    String resource,
    @Nullable String relation,
    List<String> keys,
    List<String> columns,
    List<String> relations) {

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
    return CODEC.write(this);
  }

  public static RelatedQuery parse(JsonObject json) {
    return CODEC.read(json);
  }

  /** The answer with these rows. */
  public static JsonObject answer(List<RelatedRow> found) {
    return Answer.CODEC.write(new Answer(found));
  }

  private static List<RelatedRow> rows(JsonObject answer, Selection selection) {
    return Answer.CODEC.read(answer).rows().stream()
        .map(found -> new RelatedRow(found.key(), selection.ofRow(found.row())))
        .toList();
  }

  private record Answer(List<RelatedRow> rows) {

    private static final RecordCodec<Answer> CODEC =
        RecordCodec.ofMessage(MethodHandles.lookup(), Answer.class);
  }
}
