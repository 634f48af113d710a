package dev.tradewind.kernel.resource;

import io.vertx.core.Future;
import java.util.List;

/** Source of the rows of a relation: this schema, or another verticle. */
@FunctionalInterface
public interface RelationSource {

  /**
   * The rows are members of the parent document, which another verticle returned; see {@link
   * Selection#of(io.vertx.core.json.JsonObject)}.
   */
  RelationSource WITH_PARENT =
      (fetchContext, selection, keys) -> {
        throw new IllegalStateException("Nothing to fetch");
      };

  /**
   * Fetches the rows for all parents together, in the order in which each parent shows them. A row
   * has at least the columns of {@link Selection#readColumns()}; the reader loads relations of the
   * selection afterwards.
   *
   * @param keys the parents' values of the relation's column, without duplicates
   */
  Future<List<RelatedRow>> fetch(FetchContext fetchContext, Selection selection, List<String> keys);
}
