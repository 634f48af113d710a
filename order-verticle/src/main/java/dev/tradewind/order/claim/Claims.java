package dev.tradewind.order.claim;

import dev.tradewind.order.store.ClaimStore;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;

/** Look-up of claims by the path of a request. */
final class Claims {

  private Claims() {}

  /** Requires that the claim exists and belongs to the order. */
  static Future<Void> requireOf(SqlClient db, String claimId, String orderId) {
    return ClaimStore.findOrder(db, claimId)
        .map(found -> {
          if (!found.orElseThrow(() -> ClaimRules.unknownClaim(claimId)).equals(orderId)) {
            throw ClaimRules.foreignClaim(claimId, orderId);
          }
          return null;
        });
  }
}
