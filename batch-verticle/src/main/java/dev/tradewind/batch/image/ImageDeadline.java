package dev.tradewind.batch.image;

import java.time.Duration;
import javax.imageio.ImageReader;
import javax.imageio.event.IIOReadProgressListener;

/** Deadline of the decoding of one image, which aborts the reader between its rows. */
final class ImageDeadline implements IIOReadProgressListener {

  private final long start = System.nanoTime();
  private final long nanos;
  private boolean isExceeded;

  ImageDeadline(Duration time) {
    nanos = time.toNanos();
  }

  boolean isExceeded() {
    return isExceeded;
  }

  private void check(ImageReader reader) {
    if (System.nanoTime() - start >= nanos) {
      isExceeded = true;
      reader.abort();
    }
  }

  @Override
  public void imageProgress(ImageReader reader, float percentage) {
    check(reader);
  }

  @Override
  public void imageStarted(ImageReader reader, int image) {}

  @Override
  public void imageComplete(ImageReader reader) {}

  @Override
  public void sequenceStarted(ImageReader reader, int first) {}

  @Override
  public void sequenceComplete(ImageReader reader) {}

  @Override
  public void thumbnailStarted(ImageReader reader, int image, int thumbnail) {}

  @Override
  public void thumbnailProgress(ImageReader reader, float percentage) {}

  @Override
  public void thumbnailComplete(ImageReader reader) {}

  @Override
  public void readAborted(ImageReader reader) {
    isExceeded = true;
  }
}
