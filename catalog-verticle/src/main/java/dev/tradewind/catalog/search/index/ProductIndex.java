package dev.tradewind.catalog.search.index;

import dev.tradewind.catalog.search.text.Stems;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.lucene.analysis.core.KeywordAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.SearcherFactory;
import org.apache.lucene.search.SearcherManager;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.SortedNumericSortField;
import org.apache.lucene.search.similarities.Similarity;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.IOUtils;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lucene index of the products that shoppers see. What it shows is never later than its position
 * says; the position is kept with each commit. Its methods block.
 */
public final class ProductIndex {

  private static final Logger LOG = LoggerFactory.getLogger(ProductIndex.class);
  private static final Similarity SIMILARITY = new WeightSimilarity();
  private static final double BUFFER_MEGABYTES = 48;
  private static final String EPOCH = "epoch";
  private static final String SNAPSHOT = "snapshot";
  private static final String LAYOUT = "layout";

  private final Directory directory;
  private final IndexLayout layout;
  private final Stems stems;
  private final IndexWriter writer;
  private final SearcherManager searchers;
  private final FormerDocuments former = new FormerDocuments();
  private volatile boolean isDamaged;

  /**
   * Position in the change log.
   *
   * @param epoch identity of the log
   */
  record Position(String epoch, String snapshot) {}

  /**
   * State of an index as its searches read it.
   *
   * @param of the index, which others do not share
   */
  public record State(Object of, long version) {}

  private ProductIndex(Directory directory, IndexLayout layout, IndexWriter writer)
      throws IOException {
    this.directory = directory;
    this.layout = layout;
    this.stems = new Stems(layout.languages());
    this.writer = writer;
    this.searchers =
        new SearcherManager(
            writer,
            new SearcherFactory() {
              @Override
              public IndexSearcher newSearcher(IndexReader reader, @Nullable IndexReader previous) {
                IndexSearcher searcher = new IndexSearcher(reader);
                searcher.setSimilarity(SIMILARITY);
                return searcher;
              }
            });
  }

  private static IndexWriterConfig config(IndexWriterConfig.OpenMode mode) {
    return new IndexWriterConfig(new KeywordAnalyzer())
        .setOpenMode(mode)
        .setSimilarity(SIMILARITY)
        .setRAMBufferSizeMB(BUFFER_MEGABYTES)
        // Among products of the same rank the newest are first: those behind them are passed over.
        .setIndexSort(
            new Sort(new SortedNumericSortField(Fields.CREATED_AT, SortField.Type.LONG, true)))
        // Searches wait for a refresh, which must not wait for merges.
        .setMaxFullFlushMergeWaitMillis(0)
        .setCommitOnClose(false);
  }

  /** A new index, empty. */
  static ProductIndex create(Directory directory, IndexLayout layout) throws IOException {
    return new ProductIndex(
        directory, layout, new IndexWriter(directory, config(IndexWriterConfig.OpenMode.CREATE)));
  }

  /** The index of an earlier start. */
  record Opened(ProductIndex index, Position position) {}

  /** The index of the last commit; empty if there is none of that layout. */
  static Optional<Opened> open(Directory directory, IndexLayout layout) throws IOException {
    IndexWriter writer =
        new IndexWriter(directory, config(IndexWriterConfig.OpenMode.CREATE_OR_APPEND));
    Map<String, String> kept = new HashMap<>();
    Iterable<Map.Entry<String, String>> data = writer.getLiveCommitData();
    if (data != null) {
      data.forEach(entry -> kept.put(entry.getKey(), entry.getValue()));
    }
    String epoch = kept.get(EPOCH);
    String snapshot = kept.get(SNAPSHOT);
    if (epoch == null || snapshot == null || !layout.digest().equals(kept.get(LAYOUT))) {
      writer.close();
      return Optional.empty();
    }
    return Optional.of(
        new Opened(new ProductIndex(directory, layout, writer), new Position(epoch, snapshot)));
  }

  public IndexLayout layout() {
    return layout;
  }

  public Stems stems() {
    return stems;
  }

  /** Adds products that the index does not have. */
  void add(Collection<String> rows, CatalogNames names) throws IOException {
    for (String row : rows) {
      writer.addDocument(document(row, names));
    }
  }

  /**
   * Puts rows in place of the documents of products; a product without a row is removed.
   *
   * @param rows by id, of some of the products
   */
  void replace(Collection<String> products, Map<String, String> rows, CatalogNames names)
      throws IOException {
    IndexSearcher before = acquire();
    try {
      former.add((DirectoryReader) before.getIndexReader(), products);
    } finally {
      release(before);
    }
    for (String id : products) {
      Term term = new Term(Fields.ID, id);
      String row = rows.get(id);
      if (row == null) {
        writer.deleteDocuments(term);
      } else {
        writer.updateDocument(term, document(row, names));
      }
    }
  }

  private Document document(String row, CatalogNames names) {
    return ProductDocument.of(layout, stems, names, new JsonObject(row));
  }

  /** Shows to searches that start from now on what has been written. */
  void refresh() throws IOException {
    searchers.maybeRefreshBlocking();
  }

  /** Closes merged segments that are kept for answers from before the last changes. */
  void dropFormerDocuments() throws IOException {
    former.dropOld();
  }

  void commit(Position position) throws IOException {
    writer.setLiveCommitData(
        Map.of(EPOCH, position.epoch(), SNAPSHOT, position.snapshot(), LAYOUT, layout.digest())
            .entrySet());
    writer.commit();
  }

  /** Whether an error has ended the writer, or a search has found a file damaged. */
  boolean isBroken() {
    return isDamaged || !writer.isOpen();
  }

  /** Notes that a file cannot be read, so that another index is filled. */
  public void damaged() {
    isDamaged = true;
  }

  /** Searcher of the present state, to be released. */
  public IndexSearcher acquire() throws IOException {
    return searchers.acquire();
  }

  public void release(IndexSearcher searcher) throws IOException {
    searchers.release(searcher);
  }

  /** State that a searcher reads. */
  public State state(IndexSearcher searcher) {
    return new State(former, ((DirectoryReader) searcher.getIndexReader()).getVersion());
  }

  /**
   * Changes of products between two states, to be closed; absent if they are not all known.
   *
   * @param before of this index or another one
   */
  public Optional<FormerDocuments.Changes> changes(State before, State now) {
    return before.of() == former
        ? former.between(before.version(), now.version())
        : Optional.empty();
  }

  /** Searcher of one segment, whose scores are those of a search of the whole index. */
  public static IndexSearcher searcher(LeafReader segment) {
    IndexSearcher searcher = new IndexSearcher(segment);
    searcher.setSimilarity(SIMILARITY);
    searcher.setQueryCache(null);
    return searcher;
  }

  /** Deletes the other indexes of the folder. */
  void keepOnlyIn(IndexFolder folder) throws IOException {
    folder.keepOnly(directory);
  }

  /** Deletes its files; searches that run go on. */
  void deleteFiles() throws IOException {
    former.close();
    IndexFolder.delete(directory);
  }

  /** Closes the index without a commit; searches that run end first on their own. */
  void close() throws IOException {
    try {
      IOUtils.close(former::close, searchers, writer::rollback, directory);
    } catch (NoSuchFileException deleted) {
      // The files of an index that has ended are deleted before, and the writer looks for some.
      LOG.debug("A file of a closed search index is gone", deleted);
    }
  }
}
