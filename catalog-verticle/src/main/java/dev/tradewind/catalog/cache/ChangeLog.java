package dev.tradewind.catalog.cache;

import dev.tradewind.catalog.cache.ChangeLogStore.Change;
import dev.tradewind.catalog.cache.ChangeLogStore.Changes;
import io.vertx.core.Future;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Node-local copy of the change log: the position of the last change of each kind and each product,
 * as of the last statement that asked for changes. Positions count such statements. Used on one
 * event loop.
 */
final class ChangeLog {

  /** Products with a position of their own; the others have that of the last one left out. */
  private static final int MOST_PRODUCTS = 20_000;

  private static final String PRODUCT = "product";

  private final Function<@Nullable String, Future<Changes>> question;
  private final SharedStatement<Long> statement;
  private final Map<ChangeKind, Long> kinds = new EnumMap<>(ChangeKind.class);
  private final Map<String, Long> products = new LinkedHashMap<>();

  private @Nullable String epoch;
  private @Nullable String snapshot;
  private @Nullable String nextTurn;
  private long position;
  private long lastProduct;

  /** Position of the last change of everything. */
  private long floor;

  /** Position of the last change among the products left out. */
  private long productFloor;

  /**
   * @param question finds the changes since a snapshot
   */
  ChangeLog(Function<@Nullable String, Future<Changes>> question) {
    this.question = question;
    this.statement = new SharedStatement<>(this::ask);
  }

  /**
   * Position of a statement that starts after this call; all changes that were committed before the
   * call are at that position or before it.
   */
  Future<Long> current() {
    return statement.run();
  }

  /** Position of the last statement. */
  long position() {
    return position;
  }

  private Future<Long> ask() {
    return question.apply(snapshot).map(this::apply);
  }

  private long apply(Changes found) {
    if (!found.isComplete() || !found.epoch().equals(epoch)) {
      forget();
    } else if (!found.changes().isEmpty() || !Objects.equals(found.nextTurn(), nextTurn)) {
      position++;
      found.changes().forEach(this::apply);
      if (!Objects.equals(found.nextTurn(), nextTurn)) {
        kinds.put(ChangeKind.PRICE_LIST, position);
      }
    }
    epoch = found.epoch();
    snapshot = found.snapshot();
    nextTurn = found.nextTurn();
    return position;
  }

  private void apply(Change change) {
    String id = change.id();
    if (change.kind().equals(PRODUCT) && id != null) {
      lastProduct = position;
      products.remove(id);
      products.put(id, position);
      limitProducts();
    } else {
      ChangeKind.of(change.kind())
          .ifPresentOrElse(kind -> kinds.put(kind, position), () -> floor = position);
    }
  }

  private void limitProducts() {
    if (products.size() > MOST_PRODUCTS) {
      Iterator<Long> eldest = products.values().iterator();
      productFloor = eldest.next();
      eldest.remove();
    }
  }

  private void forget() {
    position++;
    floor = position;
    kinds.clear();
    products.clear();
  }

  /** Whether none of this has changed after the position. */
  boolean isUnchangedSince(long at, Dependencies dependencies) {
    if (floor > at) {
      return false;
    }
    for (ChangeKind kind : dependencies.kinds()) {
      if (kinds.getOrDefault(kind, 0L) > at) {
        return false;
      }
    }
    if (dependencies.isOnAllProducts()) {
      return lastProduct <= at;
    }
    for (String id : dependencies.products()) {
      if (products.getOrDefault(id, productFloor) > at) {
        return false;
      }
    }
    return true;
  }
}
