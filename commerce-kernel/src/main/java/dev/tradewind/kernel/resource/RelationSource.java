package dev.tradewind.kernel.resource;

import io.vertx.core.Future;
import java.util.List;

/** Where the rows of a relation come from: this schema, or another verticle. */
@FunctionalInterface
public interface RelationSource {

  /**
   * Fetches the rows for all parents at once, in the order in which each parent shows them. A row
   * has at least the columns of {@link Selection#readColumns()}; relations of the selection are
   * loaded by the reader afterwards.
   *
   * @param keys the parents' values of the relation's column, without duplicates
   */
  Future<List<Related>> fetch(Reading reading, Selection selection, List<String> keys);
}
