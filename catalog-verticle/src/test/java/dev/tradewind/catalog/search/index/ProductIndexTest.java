package dev.tradewind.catalog.search.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.tradewind.catalog.search.settings.SearchSettings;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.lucene.store.FSDirectory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProductIndexTest {

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
}
