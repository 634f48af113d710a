package dev.tradewind.catalog.search.index;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;
import org.jspecify.annotations.Nullable;

/**
 * Documents of the last changed products as they were before: an answer is carried over a change by
 * what the product has counted in it. Their segments stay open, also those that have been merged
 * meanwhile, so their number and age are bounded. Used by several threads.
 */
public final class FormerDocuments {

  private static final int MAX_DOCUMENTS = 1_000;

  /** Each step makes a segment of the products that it changes, perhaps of one alone. */
  private static final int MAX_SEGMENTS = 200;

  private static final Duration MAX_AGE = Duration.ofMinutes(2);

  private final Deque<Former> all = new ArrayDeque<>();

  /** By the keys of their cores: the documents of a core are the same in all its readers. */
  private final Map<Object, Segment> segments = new HashMap<>();

  /** Lowest version of the index from which on all changes are known. */
  private long known;

  /**
   * @param version of the index without the change
   * @param core of the segment; absent if the index did not have the product
   */
  private record Former(
      long version, long nanos, String product, @Nullable Object core, int document) {}

  private static final class Segment {

    private final LeafReader reader;
    private int documents;

    private Segment(LeafReader reader) {
      this.reader = reader;
    }
  }

  /**
   * Documents in a segment.
   *
   * @param documents in ascending order, whether they are deleted or not
   */
  public record Documents(LeafReader segment, List<Integer> documents) {}

  /**
   * Changes of products, whose former documents can be read until it is closed.
   *
   * @param products ids of all that have changed
   * @param former documents of those that the index had
   */
  public record Changes(Set<String> products, List<Documents> former) implements AutoCloseable {

    @Override
    public void close() throws IOException {
      for (Documents some : former) {
        some.segment().decRef();
      }
    }
  }

  private interface Visitor {
    void visit(LeafReaderContext segment, String product, int document);
  }

  /**
   * Notes the documents of products that are about to change.
   *
   * @param reader of the state before
   */
  synchronized void add(DirectoryReader reader, Collection<String> products) throws IOException {
    dropOld();
    Map<String, Former> found = new LinkedHashMap<>();
    long now = System.nanoTime();
    products.forEach(
        product -> found.put(product, new Former(reader.getVersion(), now, product, null, -1)));
    visit(
        reader,
        products,
        (leaf, product, document) -> {
          Object core = leaf.reader().getCoreCacheHelper().getKey();
          segments.computeIfAbsent(core, key -> pinned(leaf.reader())).documents++;
          found.put(product, new Former(reader.getVersion(), now, product, core, document));
        });
    all.addAll(found.values());
    while (all.size() > MAX_DOCUMENTS || segments.size() > MAX_SEGMENTS) {
      dropFirst();
    }
  }

  private static Segment pinned(LeafReader reader) {
    reader.incRef();
    return new Segment(reader);
  }

  synchronized void dropOld() throws IOException {
    long now = System.nanoTime();
    while (!all.isEmpty() && now - all.getFirst().nanos() > MAX_AGE.toNanos()) {
      dropFirst();
    }
  }

  private void dropFirst() throws IOException {
    Former former = all.removeFirst();
    known = Math.max(known, former.version() + 1);
    Object core = former.core();
    if (core != null) {
      Segment segment = Objects.requireNonNull(segments.get(core));
      if (--segment.documents == 0) {
        segments.remove(core);
        segment.reader.decRef();
      }
    }
  }

  /** Changes between two versions of the index; absent if they are not all known. */
  synchronized Optional<Changes> between(long from, long to) {
    if (from < known) {
      return Optional.empty();
    }
    Map<String, Former> changed = new LinkedHashMap<>();
    Iterator<Former> latest = all.descendingIterator();
    while (latest.hasNext()) {
      Former former = latest.next();
      if (former.version() < from) {
        break;
      }
      if (former.version() < to) {
        // The earliest one is what the answer has counted.
        changed.put(former.product(), former);
      }
    }
    Map<Object, List<Integer>> documents = new LinkedHashMap<>();
    for (Former former : changed.values()) {
      if (former.core() != null) {
        documents.computeIfAbsent(former.core(), core -> new ArrayList<>()).add(former.document());
      }
    }
    List<Documents> former = new ArrayList<>();
    documents.forEach((core, some) -> {
      some.sort(null);
      LeafReader segment = Objects.requireNonNull(segments.get(core)).reader;
      segment.incRef();
      former.add(new Documents(segment, some));
    });
    return Optional.of(new Changes(changed.keySet(), former));
  }

  /** Documents of products in an index. */
  public static List<Documents> present(IndexReader reader, Collection<String> products)
      throws IOException {
    Map<LeafReader, List<Integer>> documents = new LinkedHashMap<>();
    visit(
        reader,
        products,
        (leaf, product, document) ->
            documents.computeIfAbsent(leaf.reader(), segment -> new ArrayList<>()).add(document));
    List<Documents> present = new ArrayList<>();
    documents.forEach((segment, some) -> {
      some.sort(null);
      present.add(new Documents(segment, some));
    });
    return present;
  }

  private static void visit(IndexReader reader, Collection<String> products, Visitor visitor)
      throws IOException {
    for (LeafReaderContext leaf : reader.leaves()) {
      Terms terms = leaf.reader().terms(Fields.ID);
      TermsEnum ids = terms == null ? TermsEnum.EMPTY : terms.iterator();
      Bits live = leaf.reader().getLiveDocs();
      PostingsEnum documents = null;
      for (String product : products) {
        if (ids.seekExact(new BytesRef(product))) {
          documents = ids.postings(documents, PostingsEnum.NONE);
          for (int document = documents.nextDoc();
              document != PostingsEnum.NO_MORE_DOCS;
              document = documents.nextDoc()) {
            if (live == null || live.get(document)) {
              visitor.visit(leaf, product, document);
            }
          }
        }
      }
    }
  }

  /** Lets go of all segments; the changes so far are not known any more. */
  synchronized void close() throws IOException {
    while (!all.isEmpty()) {
      dropFirst();
    }
    known = Long.MAX_VALUE;
  }
}
