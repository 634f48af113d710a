package dev.tradewind.catalog.search.index;

import dev.tradewind.api.catalog.CatalogChangeKind;
import dev.tradewind.catalog.search.index.ProductIndex.Position;
import dev.tradewind.catalog.search.settings.SearchSettings;
import dev.tradewind.catalog.search.settings.SearchSettingsStore;
import dev.tradewind.kernel.background.BackgroundTask;
import dev.tradewind.kernel.changelog.ChangeLog;
import dev.tradewind.kernel.changelog.Changes;
import dev.tradewind.kernel.changelog.Changes.Change;
import dev.tradewind.kernel.changelog.LoggedKinds;
import dev.tradewind.kernel.operation.Problem;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import io.vertx.sqlclient.Pool;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.apache.lucene.store.Directory;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Feed of the index from the database: each search asks the change log first, and the index catches
 * up before the answer. One step at a time answers all searches that arrived before it started. A
 * step that fails leaves the position where it was, so that the next one has its changes again. An
 * index that cannot catch up is rebuilt in the background. Used on one event loop.
 */
public final class IndexFeed {

  /** Wait of a search for the step that it needs; afterwards it is refused. */
  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  private static final Duration COMMITS = Duration.ofSeconds(30);
  private static final Duration FILLS = Duration.ofMillis(500);
  private static final Duration FOLLOWS = Duration.ofMinutes(1);

  /** Longer than a search takes that has begun with a former index. */
  private static final Duration RETIREMENT = Duration.ofSeconds(20);

  private static final int BATCH = 200;
  private static final int MAX_PAUSE_SECONDS = 30;
  private static final String INDEXER = "catalog-search-index";

  /** Kind of a change that concerns all rows, such as a table that was emptied. */
  private static final String EVERYTHING = "everything";

  /** Changes of one step; a rebuild is cheaper than more. */
  private static final int MAX_CHANGES = 50_000;

  private static final LoggedKinds LOGGED =
      LoggedKinds.of(CatalogChangeKind.values())
          .changingAt(CatalogChangeKind.PRICE_LIST, "next_price_list_turn()");

  private static final Set<String> OF_PRODUCTS =
      labels(CatalogChangeKind.PRODUCT, CatalogChangeKind.STOCK);

  private static final Set<String> OF_NAMES =
      labels(
          CatalogChangeKind.COLLECTION,
          CatalogChangeKind.PRODUCT_TYPE,
          CatalogChangeKind.PRODUCT_TAG,
          CatalogChangeKind.PRODUCT_CATEGORY);

  private static final Logger LOG = LoggerFactory.getLogger(IndexFeed.class);

  private final Pool pool;
  private final @Nullable Path data;
  private final UnaryOperator<Directory> opened;
  private final ProductRowStore rows;
  private final SearchSettingsStore settingsStore = new SearchSettingsStore();
  private final Function<@Nullable String, Future<Changes>> question;
  private final ChangeLog log = new ChangeLog(LOGGED);
  private final WorkerExecutor indexer;

  private @Nullable IndexFolder folder;
  private @Nullable State state;
  private Runnable changed = () -> {};
  private SearchSettings settings = SearchSettings.DEFAULT;
  private final List<Retired> retired = new ArrayList<>();
  private List<Promise<View>> waiting = new ArrayList<>();
  private List<Promise<Void>> renewals = new ArrayList<>();
  private boolean isStepping;
  private boolean isFilling;
  private boolean isClosed;
  private boolean isUncommitted;
  private int failures;
  private long nextFill = System.nanoTime();

  private record Retired(ProductIndex index, long since) {}

  /** Index that serves, with what it shows. */
  private record State(ProductIndex index, Position position, CatalogNames names) {}

  /**
   * Index as a search reads it.
   *
   * @param position of the log up to which the index has all changes
   */
  public record View(ProductIndex index, SearchSettings settings, long position) {}

  /**
   * @param data folder of the node; null: the index is kept in memory
   */
  public IndexFeed(Vertx vertx, Pool pool, @Nullable Path data) {
    this(vertx, pool, data, directory -> directory);
  }

  /**
   * @param opened applied to the directory of each index
   */
  IndexFeed(Vertx vertx, Pool pool, @Nullable Path data, UnaryOperator<Directory> opened) {
    this.pool = pool;
    this.data = data;
    this.opened = opened;
    this.rows = new ProductRowStore(pool);
    this.question = ChangeLog.question(pool, LOGGED);
    this.indexer =
        vertx.createSharedWorkerExecutor(
            INDEXER, 1, Duration.ofMinutes(10).toMillis(), TimeUnit.MILLISECONDS);
  }

  private static Set<String> labels(CatalogChangeKind... kinds) {
    Set<String> labels = new TreeSet<>();
    for (CatalogChangeKind kind : kinds) {
      labels.add(kind.label());
    }
    return Set.copyOf(labels);
  }

  /** Copy of the change log as of the last step. */
  public ChangeLog log() {
    return log;
  }

  /** Task that keeps the index on disk, so that a restart has little to catch up with. */
  public BackgroundTask committing() {
    return BackgroundTask.every(COMMITS, "commit-search-index", this::commit)
        .exempt("The index is the node's own.");
  }

  /** Task that fills the index again after a failure, and closes former ones. */
  public BackgroundTask filling() {
    return BackgroundTask.every(FILLS, "fill-search-index", this::fillAgain)
        .exempt("The index is the node's own.");
  }

  /** Task that follows the log without a search, which is pruned behind a quiet node. */
  public BackgroundTask following() {
    return BackgroundTask.every(
            FOLLOWS,
            "follow-search-index",
            () ->
                state == null
                    ? Future.<Void>succeededFuture()
                    : current().<Void>mapEmpty().otherwiseEmpty())
        .exempt("The index is the node's own.");
  }

  private Future<Void> fillAgain() {
    boolean isNeeded = state == null || !settings.layout().equals(state.index().layout());
    if (isNeeded) {
      fill();
    }
    return closeRetired(RETIREMENT);
  }

  /** Whether there is an index that is complete. */
  public boolean isServing() {
    return state != null;
  }

  /** Whether an index still serves, after a broken index has been taken out of service. */
  public boolean isStillServing() {
    State serving = state;
    if (serving != null && serving.index().isBroken()) {
      abandon(serving);
    }
    return isServing();
  }

  /**
   * Waits a bounded time for the index in place of an abandoned one, for searches that had begun.
   */
  public Future<Void> renewed() {
    if (isServing() || isClosed) {
      return Future.succeededFuture();
    }
    Promise<Void> promise = Promise.promise();
    renewals.add(promise);
    return promise.future().timeout(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void serve(@Nullable State next) {
    state = next;
    changed.run();
    if (next != null || isClosed) {
      List<Promise<Void>> renewed = renewals;
      renewals = new ArrayList<>();
      renewed.forEach(Promise::tryComplete);
    }
  }

  /**
   * Begins to open or fill the index; searches are refused until it is complete.
   *
   * @param changed told when the index begins or ends to serve
   */
  public void start(Runnable changed) {
    this.changed = changed;
    isFilling = true;
    indexer
        .executeBlocking(() -> IndexFolder.claim(data, opened), false)
        .compose(claimed -> {
          folder = claimed;
          return settingsStore.findLatest(pool);
        })
        .compose(found -> {
          settings = found;
          return rows.findNames();
        })
        .compose(names -> parsed(names).compose(known -> open(known)))
        .onComplete(opened -> {
          isFilling = false;
          if (opened.succeeded() && opened.result() != null) {
            serve(opened.result());
            LOG.info("Opened the search index of the last start");
          } else {
            if (opened.failed()) {
              LOG.info("Opening the search index failed: {}", opened.cause().toString());
            }
            fill();
          }
        });
  }

  private Future<CatalogNames> parsed(String names) {
    return indexer.executeBlocking(() -> CatalogNames.parse(names), false);
  }

  /** The index of the last commit, if all that has happened since is in the log. */
  private Future<@Nullable State> open(CatalogNames names) {
    IndexLayout layout = settings.layout();
    return indexer
        .executeBlocking(() -> openNewest(layout), false)
        .compose(opened -> {
          if (opened == null) {
            return Future.succeededFuture();
          }
          Position position = opened.position();
          return question
              .apply(position.snapshot())
              .compose(changes -> {
                boolean canFollow =
                    isKnown(changes, position)
                        && changes.changes().stream()
                            .noneMatch(change -> OF_NAMES.contains(change.kind()));
                return canFollow
                    ? Future.succeededFuture(new State(opened.index(), position, names))
                    : closed(opened.index()).map((State) null);
              });
        });
  }

  /** Whether the changes are all since the position, and each is one of some product or name. */
  private static boolean isKnown(Changes changes, Position position) {
    return changes.isComplete()
        && changes.epoch().equals(position.epoch())
        && changes.changes().size() <= MAX_CHANGES
        && changes.changes().stream().noneMatch(change -> change.kind().equals(EVERYTHING));
  }

  private ProductIndex.@Nullable Opened openNewest(IndexLayout layout) throws IOException {
    IndexFolder own = folder;
    if (own == null) {
      return null;
    }
    for (Path index : own.indexes()) {
      try {
        ProductIndex.Opened opened = ProductIndex.open(own.open(index), layout).orElse(null);
        if (opened != null) {
          return opened;
        }
      } catch (IOException | IllegalArgumentException torn) {
        LOG.warn("Dropping the search index {}: {}", index, torn.toString());
      }
    }
    return null;
  }

  /** The index after all changes that were acknowledged before the call. */
  public Future<View> current() {
    if (isClosed) {
      return Future.failedFuture(Problem.unavailable("The search is stopping."));
    }
    if (state == null && !isStepping) {
      return Future.failedFuture(refused());
    }
    Promise<View> promise = Promise.promise();
    waiting.add(promise);
    if (!isStepping) {
      step();
    }
    return promise
        .future()
        .timeout(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)
        .recover(failure ->
            Future.failedFuture(
                failure instanceof Problem
                    ? failure
                    : Problem.unavailable("The search index did not catch up in time.")));
  }

  private static Problem refused() {
    return Problem.unavailable("The search index is being filled. Please retry.");
  }

  private void step() {
    List<Promise<View>> answered = waiting;
    waiting = new ArrayList<>();
    isStepping = true;
    caughtUp()
        .onComplete(done -> {
          isStepping = false;
          for (Promise<View> promise : answered) {
            if (done.succeeded()) {
              promise.tryComplete(done.result());
            } else {
              promise.tryFail(done.cause());
            }
          }
          if (!waiting.isEmpty()) {
            step();
          }
        });
  }

  private Future<View> caughtUp() {
    State before = state;
    if (before == null || isClosed) {
      return Future.failedFuture(refused());
    }
    if (before.index().isBroken()) {
      abandon(before);
      return Future.failedFuture(refused());
    }
    return question
        .apply(before.position().snapshot())
        .timeout(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)
        .compose(changes -> {
          if (!isKnown(changes, before.position())) {
            abandon(before);
            return Future.failedFuture(refused());
          }
          return follow(before, changes, log.apply(changes));
        })
        .recover(failure -> {
          if (!(failure instanceof Problem)) {
            LOG.warn("Following the changes of products failed: {}", failure.toString());
          }
          if (before.index().isBroken()) {
            abandon(before);
          }
          return Future.failedFuture(
              failure instanceof Problem
                  ? failure
                  : Problem.unavailable("The search index did not follow a change."));
        });
  }

  private Future<View> follow(State before, Changes changes, long logged) {
    Position position = new Position(changes.epoch(), changes.snapshot());
    Set<String> kinds = new TreeSet<>();
    Set<String> products = new TreeSet<>();
    for (Change change : changes.changes()) {
      kinds.add(change.kind());
      if (OF_PRODUCTS.contains(change.kind()) && change.id() != null) {
        products.add(change.id());
      }
    }
    Future<?> read =
        kinds.contains(CatalogChangeKind.SEARCH.label())
            ? settingsStore.findLatest(pool).onSuccess(found -> settings = found)
            : Future.succeededFuture();
    return read.compose(done -> names(before, kinds, products))
        .compose(names -> replaced(before.index(), products, names).map(names))
        .map(names -> {
          if (state == before) {
            state = new State(before.index(), position, names);
            isUncommitted |= !position.equals(before.position());
          }
          if (!settings.layout().equals(before.index().layout())) {
            fill();
          }
          return new View(before.index(), settings, logged);
        });
  }

  /** The present names; adds the products to which changed ones belong. */
  private Future<CatalogNames> names(State before, Set<String> kinds, Set<String> products) {
    if (kinds.stream().noneMatch(OF_NAMES::contains)) {
      return Future.succeededFuture(before.names());
    }
    return rows.findNames()
        .compose(this::parsed)
        .compose(names -> {
          CatalogNames.Changed changed = before.names().changedIn(names);
          return changed.isEmpty()
              ? Future.succeededFuture(names)
              : rows.findReferring(changed).onSuccess(products::addAll).map(names);
        });
  }

  private Future<Void> replaced(ProductIndex index, Set<String> products, CatalogNames names) {
    if (products.isEmpty()) {
      return Future.succeededFuture();
    }
    return batches(index, List.copyOf(products), 0, names);
  }

  private Future<Void> batches(ProductIndex index, List<String> all, int from, CatalogNames names) {
    if (from >= all.size()) {
      return Future.succeededFuture();
    }
    List<String> some = all.subList(from, Math.min(all.size(), from + BATCH));
    return rows.find(some)
        .compose(found ->
            indexer.executeBlocking(
                () -> {
                  index.replace(some, found, names);
                  if (from + BATCH >= all.size()) {
                    index.refresh();
                  }
                  return null;
                },
                false))
        .compose(done -> batches(index, all, from + BATCH, names));
  }

  /** Takes an index out of service that cannot catch up, and fills another one. */
  private void abandon(State gone) {
    if (state == gone) {
      LOG.info("The search index cannot catch up: rebuilding it");
      serve(null);
      log.forget();
      retire(gone.index());
      indexer
          .executeBlocking(
              () -> {
                gone.index().deleteFiles();
                return null;
              },
              false)
          .onFailure(failure -> LOG.warn("Deleting a search index failed: {}", failure.toString()));
      fill();
    }
  }

  /** Keeps an index open for the searches that have begun with it. */
  private void retire(ProductIndex index) {
    retired.add(new Retired(index, System.nanoTime()));
  }

  private Future<Void> closeRetired(Duration age) {
    List<Retired> old =
        retired.stream().filter(one -> System.nanoTime() - one.since() >= age.toNanos()).toList();
    retired.removeAll(old);
    return Future.join(old.stream().map(one -> closed(one.index())).toList()).mapEmpty();
  }

  private Future<Void> closed(ProductIndex index) {
    return indexer
        .<Void>executeBlocking(
            () -> {
              index.close();
              return null;
            },
            false)
        .onFailure(failure -> LOG.warn("Closing a search index failed: {}", failure.toString()))
        .otherwiseEmpty();
  }

  private void fill() {
    if (isFilling || isClosed || System.nanoTime() - nextFill < 0) {
      return;
    }
    isFilling = true;
    long begun = System.nanoTime();
    // The log is asked before anything is read, so that no change between them is missed.
    question
        .apply(null)
        .compose(begin ->
            settingsStore
                .findLatest(pool)
                .compose(found -> {
                  // A step may have read later ones meanwhile.
                  settings = found.version() < settings.version() ? settings : found;
                  return filled(found.layout(), new Position(begin.epoch(), begin.snapshot()));
                }))
        .onComplete(done -> {
          isFilling = false;
          if (done.succeeded()) {
            failures = 0;
            State before = state;
            if (before == null) {
              // What searches have read while none served may be older than the new position.
              log.forget();
            }
            serve(done.result());
            LOG.info("Filled the search index in {} ms", (System.nanoTime() - begun) / 1_000_000);
            if (before != null) {
              retire(before.index());
            }
            afterFill(done.result());
          } else {
            failures++;
            // Once is no reason for a warning: the node may be stopping, or the database
            // restarting.
            LOG.atLevel(failures == 1 ? Level.INFO : Level.WARN)
                .log("Filling the search index failed: {}", done.cause().toString());
            long pause = Math.min(MAX_PAUSE_SECONDS, 1L << Math.min(5, failures - 1));
            nextFill = System.nanoTime() + TimeUnit.SECONDS.toNanos(pause);
          }
        });
  }

  private void afterFill(State filled) {
    if (isClosed) {
      closed(filled.index());
      return;
    }
    IndexFolder own = folder;
    if (own != null) {
      indexer
          .executeBlocking(
              () -> {
                filled.index().keepOnlyIn(own);
                return null;
              },
              false)
          .onFailure(
              failure -> LOG.warn("Deleting former search indexes failed: {}", failure.toString()));
    }
    if (!settings.layout().equals(filled.index().layout())) {
      fill();
    }
  }

  private Future<State> filled(IndexLayout layout, Position begin) {
    return indexer
        .executeBlocking(() -> ProductIndex.create(nextDirectory(), layout), false)
        .compose(index ->
            rows.findNames()
                .compose(this::parsed)
                .compose(names ->
                    filled(index, new State(index, begin, names), rows.findAfter("", BATCH)))
                .recover(failure -> closed(index).compose(done -> Future.failedFuture(failure))));
  }

  private Directory nextDirectory() throws IOException {
    IndexFolder own = folder;
    if (own == null) {
      own = IndexFolder.claim(data, opened);
      folder = own;
    }
    return own.next();
  }

  /** Adds a batch while the next one is read. */
  private Future<State> filled(ProductIndex index, State state, Future<Map<String, String>> batch) {
    if (isClosed) {
      return Future.failedFuture("The verticle stops");
    }
    return batch.compose(found -> {
      if (found.isEmpty()) {
        return indexer.executeBlocking(
            () -> {
              index.commit(state.position());
              index.refresh();
              return state;
            },
            false);
      }
      Future<Map<String, String>> next = rows.findAfter(last(found), BATCH);
      return indexer
          .executeBlocking(
              () -> {
                index.add(found.values(), state.names());
                return null;
              },
              false)
          .compose(done -> filled(index, state, next));
    });
  }

  private static String last(Map<String, String> found) {
    String last = "";
    for (String id : found.keySet()) {
      last = id;
    }
    return last;
  }

  private Future<Void> commit() {
    State serving = state;
    if (serving == null) {
      return Future.succeededFuture();
    }
    boolean isNeeded = isUncommitted;
    isUncommitted = false;
    return indexer
        .<Void>executeBlocking(
            () -> {
              serving.index().dropFormerDocuments();
              if (isNeeded) {
                serving.index().commit(serving.position());
              }
              return null;
            },
            false)
        .onFailure(failure -> {
          LOG.warn("Committing the search index failed: {}", failure.toString());
          isUncommitted = true;
          if (serving.index().isBroken()) {
            abandon(serving);
          }
        });
  }

  /** Commits and closes the index. */
  public Future<Void> close() {
    Future<Void> committed = commit();
    isClosed = true;
    State serving = state;
    serve(null);
    return committed
        .otherwiseEmpty()
        .compose(done -> serving == null ? Future.succeededFuture() : closed(serving.index()))
        .compose(done -> closeRetired(Duration.ZERO))
        .compose(done -> indexer.executeBlocking(this::releaseFolder, false))
        .otherwiseEmpty()
        .compose(done -> indexer.close());
  }

  private @Nullable Void releaseFolder() throws IOException {
    IndexFolder own = folder;
    if (own != null) {
      own.close();
    }
    return null;
  }
}
