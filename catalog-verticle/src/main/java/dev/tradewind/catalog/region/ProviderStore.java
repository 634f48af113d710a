package dev.tradewind.catalog.region;

import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.providers.Providers;
import dev.tradewind.providers.builtin.SystemPaymentProvider;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Tuple;
import java.util.Collection;

/**
 * Synchronization of the provider tables with the installed providers. A provider that is no longer
 * installed keeps its row, because regions and orders refer to it.
 */
public final class ProviderStore {

  private static final String RECORD =
      """
      WITH known AS (
        INSERT INTO %1$s AS provider (id)
        SELECT id
        FROM unnest($1::text[]) AS installed (id)
        ORDER BY id
        ON CONFLICT (id) DO UPDATE SET is_installed = true
        WHERE NOT provider.is_installed
      )
      UPDATE %1$s
      SET is_installed = false
      WHERE is_installed
        AND NOT id = ANY ($1)
      """;

  private final Pool pool;

  public ProviderStore(Pool pool) {
    this.pool = pool;
  }

  public Future<Void> record(Providers providers) {
    return record("payment_provider", providers.payment().ids())
        .compose(done -> record("fulfillment_provider", providers.fulfillment().ids()))
        .compose(done -> record("tax_provider", providers.tax().ids()));
  }

  /** Leaves out the manual payment of staff, which a region cannot offer. */
  private Future<Void> record(String table, Collection<String> installed) {
    String[] ids =
        installed.stream()
            .filter(id -> !id.equals(SystemPaymentProvider.ID))
            .toArray(String[]::new);
    return Transactions.retrying(
            () -> pool.preparedQuery(RECORD.formatted(table)).execute(Tuple.of((Object) ids)))
        .mapEmpty();
  }
}
