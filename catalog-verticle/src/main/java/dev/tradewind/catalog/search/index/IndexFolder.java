package dev.tradewind.catalog.search.index;

import dev.tradewind.kernel.text.Ids;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.FilterDirectory;
import org.apache.lucene.store.Lock;
import org.apache.lucene.store.LockObtainFailedException;
import org.apache.lucene.store.NRTCachingDirectory;
import org.jspecify.annotations.Nullable;

/**
 * Folder of the indexes of an instance of the verticle. Each index has a subfolder, so that a new
 * index is filled beside the index that serves. A lost folder is no harm: its indexes are filled
 * again. Without a data folder indexes are kept in memory. Its methods block.
 */
final class IndexFolder {

  private static final int MAX_INSTANCES = 64;
  private static final String LOCK = "instance.lock";

  /** Of one segment. */
  private static final double MAX_KEPT_MEGABYTES = 4;

  private static final double MAX_KEPT_MEGABYTES_OF_ALL = 24;

  private final @Nullable Path folder;
  private final @Nullable Lock lock;
  private final UnaryOperator<Directory> opened;
  private final Ids names = Ids.of("index");

  private IndexFolder(@Nullable Path folder, @Nullable Lock lock, UnaryOperator<Directory> opened) {
    this.folder = folder;
    this.lock = lock;
    this.opened = opened;
  }

  /**
   * Takes the first folder that no other instance has, of this process or another one.
   *
   * @param data folder of the node; null: in memory
   * @param opened applied to the directory of each index
   */
  static IndexFolder claim(@Nullable Path data, UnaryOperator<Directory> opened)
      throws IOException {
    if (data == null) {
      return new IndexFolder(null, null, opened);
    }
    for (int instance = 1; instance <= MAX_INSTANCES; instance++) {
      Path own = data.resolve("search").resolve(Integer.toString(instance));
      Files.createDirectories(own);
      FSDirectory directory = FSDirectory.open(own);
      try {
        return new IndexFolder(own, directory.obtainLock(LOCK), opened);
      } catch (LockObtainFailedException taken) {
        directory.close();
      }
    }
    throw new IOException("All folders of search indexes in " + data + " are taken");
  }

  /** Folders of indexes, the newest first. */
  List<Path> indexes() throws IOException {
    List<Path> found = new ArrayList<>();
    if (folder != null && Files.isDirectory(folder)) {
      try (DirectoryStream<Path> all = Files.newDirectoryStream(folder, "index_*")) {
        all.forEach(found::add);
      }
    }
    found.sort(Comparator.reverseOrder());
    return found;
  }

  /** Small segments stay in memory until a commit: a file of each costs more than what is in it. */
  Directory open(Path index) throws IOException {
    return new NRTCachingDirectory(
        opened.apply(FSDirectory.open(index)), MAX_KEPT_MEGABYTES, MAX_KEPT_MEGABYTES_OF_ALL);
  }

  /** Place of a new index. */
  Directory next() throws IOException {
    return folder == null
        ? new ByteBuffersDirectory()
        : open(Files.createDirectories(folder.resolve(names.next())));
  }

  /** Deletes the indexes but one. */
  void keepOnly(Directory kept) throws IOException {
    Path own = path(kept);
    for (Path index : indexes()) {
      if (own == null || !own.endsWith(index.getFileName())) {
        delete(index);
      }
    }
  }

  /** Deletes an index, so that it takes no room from the next one; searches that run go on. */
  static void delete(Directory index) throws IOException {
    Path own = path(index);
    if (own != null && Files.exists(own)) {
      delete(own);
    }
  }

  private static @Nullable Path path(Directory index) {
    return FilterDirectory.unwrap(index) instanceof FSDirectory own ? own.getDirectory() : null;
  }

  private static void delete(Path index) throws IOException {
    List<Path> all;
    try (Stream<Path> found = Files.walk(index)) {
      all = found.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path one : all) {
      Files.deleteIfExists(one);
    }
  }

  void close() throws IOException {
    if (lock != null) {
      lock.close();
    }
  }
}
