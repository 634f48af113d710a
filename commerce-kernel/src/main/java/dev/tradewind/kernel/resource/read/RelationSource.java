package dev.tradewind.kernel.resource.read;

import io.vertx.core.Future;
import java.util.List;

/** Where the rows of a relation come from: this schema, or another verticle. */
@FunctionalInterface
public interface RelationSource {

  /**
   * The rows come with the parent's, as members of a document that another verticle answered; see
   * {@link Selection#of(io.vertx.core.json.JsonObject)}.
   */
  RelationSource WITH_PARENT =
      (reach, selection, keys) -> {
        throw new IllegalStateException("Nothing to fetch");
      };

  /**
   * Fetches the rows for all parents at once, in the order in which each parent shows them. A row
   * has at least the columns of {@link Selection#readColumns()}; relations of the selection are
   * loaded by the reader afterwards.
   *
   * @param keys the parents' values of the relation's column, without duplicates
   */
  Future<List<RelatedRow>> fetch(FetchContext reach, Selection selection, List<String> keys);
}
