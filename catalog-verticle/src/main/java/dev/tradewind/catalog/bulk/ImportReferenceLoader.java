package dev.tradewind.catalog.bulk;

import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import java.util.List;

/** Check of imported products against what the catalogue has. */
final class ImportReferenceLoader {

  /** Holds the products against what there is, before anything is applied or at that moment. */
  Future<ImportValidator> check(SqlClient db, List<JsonObject> products, boolean isBeforehand) {
    return ImportReferenceStore.find(db, products)
        .map(known -> ImportValidator.of(products, known, isBeforehand))
        .compose(check ->
            check.growing().isEmpty()
                ? Future.succeededFuture(check)
                : ImportReferenceStore.findOptions(db, check.growing()).map(check::compare));
  }
}
