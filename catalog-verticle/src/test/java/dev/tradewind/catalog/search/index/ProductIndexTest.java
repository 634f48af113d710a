package dev.tradewind.catalog.search.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.tradewind.catalog.search.settings.SearchSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.Lock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProductIndexTest {

  private static final CatalogNames NAMES = CatalogNames.parse("{}");
  private static final String ROW =
      """
      {"id": "%s", "title": "Chair", "handle": "chair", "created": 1700000000000000, "channels": [],
       "tags": [], "categories": [], "options": [], "values": [], "metadata": [], "variants": [],
       "prices": [], "levels": []}
      """;

  @Test
  void anIndexWithoutFilesIsClosed(@TempDir Path data) throws IOException {
    Path folder = data.resolve("index_1");
    ProductIndex index =
        ProductIndex.create(FSDirectory.open(folder), SearchSettings.DEFAULT.layout());
    index.commit(new ProductIndex.Position("epoch", "snapshot"));
    index.deleteFiles();
    assertThat(folder).doesNotExist();

    assertThatCode(index::close).doesNotThrowAnyException();
  }

  /** A merged segment that was never committed has files that its last reader deletes. */
  @Test
  void anIndexWithMergedSegmentsLetsGoOfItsFolder(@TempDir Path data) throws IOException {
    Path folder = data.resolve("index_1");
    FSDirectory directory = FSDirectory.open(folder);
    ProductIndex index = ProductIndex.create(directory, SearchSettings.DEFAULT.layout());
    index.commit(new ProductIndex.Position("epoch", "snapshot"));
    for (int i = 0; i < 25; i++) {
      String id = "prod_" + i;
      index.replace(Set.of(id), Map.of(id, ROW.formatted(id)), NAMES);
      index.refresh();
    }
    index.deleteFiles();

    assertThatCode(index::close).doesNotThrowAnyException();
    try (FSDirectory again = FSDirectory.open(folder);
        Lock lock = again.obtainLock(IndexWriter.WRITE_LOCK_NAME)) {
      lock.ensureValid();
    }
  }
}
