package dev.tradewind.catalog.search.index;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FilterDirectory;
import org.apache.lucene.store.FilterIndexOutput;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexOutput;

/** Directory on a disk that has no room for another byte while it is full. */
final class FillableDirectory extends FilterDirectory {

  private final AtomicBoolean isFull;

  FillableDirectory(Directory directory, AtomicBoolean isFull) {
    super(directory);
    this.isFull = isFull;
  }

  @Override
  public IndexOutput createOutput(String name, IOContext context) throws IOException {
    return limited(super.createOutput(name, context));
  }

  @Override
  public IndexOutput createTempOutput(String prefix, String suffix, IOContext context)
      throws IOException {
    return limited(super.createTempOutput(prefix, suffix, context));
  }

  private IndexOutput limited(IndexOutput output) {
    return new FilterIndexOutput("limited " + output, output.getName(), output) {
      @Override
      public void writeByte(byte one) throws IOException {
        requireRoom();
        super.writeByte(one);
      }

      @Override
      public void writeBytes(byte[] bytes, int offset, int length) throws IOException {
        requireRoom();
        super.writeBytes(bytes, offset, length);
      }
    };
  }

  private void requireRoom() throws IOException {
    if (isFull.get()) {
      throw new IOException("No space left on device");
    }
  }
}
