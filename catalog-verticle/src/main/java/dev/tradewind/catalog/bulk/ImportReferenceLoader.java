package dev.tradewind.catalog.bulk;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.List;

/** Loader of the catalog rows that imported products refer to, and their validation. */
final class ImportReferenceLoader {

  private final ImportReferenceStore store;

  ImportReferenceLoader(ImportReferenceStore store) {
    this.store = store;
  }

  /**
   * Validates the products against the catalog, before a job is confirmed or while a chunk is
   * applied.
   */
  Future<ImportValidator> check(SqlClient db, List<ImportDocument> products, boolean isBeforehand) {
    return store
        .find(db, products)
        .map(known -> ImportValidator.of(products, known, isBeforehand))
        .compose(check -> {
          if (check.growing().isEmpty()) {
            return Future.succeededFuture(check);
          }
          return store.findOptions(db, check.growing()).map(check::compare);
        });
  }
}
