package dev.tradewind.cart.reference;

import dev.tradewind.api.catalog.CatalogChangeKind;
import dev.tradewind.api.customer.CustomerChangeKind;
import dev.tradewind.api.discount.DiscountChangeKind;
import dev.tradewind.cart.store.ReferenceChangeStore;
import dev.tradewind.cart.store.ReferenceChangeStore.Answer;
import dev.tradewind.kernel.changelog.ChangeKind;
import dev.tradewind.kernel.changelog.ChangeLog;
import dev.tradewind.kernel.changelog.LoggedKinds;
import dev.tradewind.kernel.changelog.SharedStatement;
import io.vertx.core.Future;
import java.util.Arrays;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Node-local copy of the change logs of all that carts show. Each operation on a cart waits for a
 * statement that starts after it, before it uses what is cached; concurrent operations share one.
 * Used on one event loop.
 */
public final class ReferenceChanges {

  private static final Logger LOG = LoggerFactory.getLogger(ReferenceChanges.class);

  private static final LoggedKinds LOGGED =
      LoggedKinds.of(
          Stream.<ChangeKind[]>of(
                  CatalogChangeKind.values(),
                  CustomerChangeKind.values(),
                  DiscountChangeKind.values())
              .flatMap(Arrays::stream)
              .toArray(ChangeKind[]::new));

  private final ChangeLog log;
  private final SharedStatement<String, Answer> statement;

  public ReferenceChanges(ReferenceChangeStore store) {
    this.log = new ChangeLog(LOGGED);
    this.statement =
        new SharedStatement<>(
            cartIds -> store.find(log.snapshot(), cartIds), answer -> log.apply(answer.changes()));
  }

  /** The log as of the last statement. */
  public ChangeLog log() {
    return log;
  }

  /** Waits for the log as of now; without an answer, everything is taken for changed. */
  public Future<Void> read() {
    return statement.run().<Void>mapEmpty().otherwise(this::forget);
  }

  /** The same, with the version of a cart; absent if there is no such cart or no answer. */
  public Future<OptionalLong> read(String cartId) {
    return statement
        .run(cartId)
        .map(answer -> {
          Long version = answer.versions().get(cartId);
          return version == null ? OptionalLong.empty() : OptionalLong.of(version);
        })
        .otherwise(failure -> {
          forget(failure);
          return OptionalLong.empty();
        });
  }

  private @Nullable Void forget(Throwable failure) {
    LOG.debug("Reading the changes of what carts show failed", failure);
    log.forget();
    return null;
  }
}
