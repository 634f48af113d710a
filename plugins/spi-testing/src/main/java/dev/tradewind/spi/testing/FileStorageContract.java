package dev.tradewind.spi.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tradewind.spi.file.FileObject;
import dev.tradewind.spi.file.FileStorage;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.streams.ReadStream;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collector;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Contract of file storages. */
public abstract class FileStorageContract extends ProviderContract {

  /** Bytes of a file of several chunks. */
  private static final int SIZE = 3 * GeneratedContent.CHUNK + 17;

  /** Storage that is tested, of a plugin that has been started. */
  protected abstract FileStorage storage();

  /** Vert.x on which the calls are made. */
  protected abstract Vertx vertx();

  private static FileObject file(boolean isPublic, long size) {
    return new FileObject(
        "exports/h\u00fc " + newKey() + ".csv", "orders.csv", "text/csv", isPublic, size);
  }

  private <T> Outcome<T> on(Supplier<Future<T>> call) {
    return outcome(() -> onLoop(call));
  }

  /** Makes a call on an event loop, as the shop does. */
  private <T> Future<T> onLoop(Supplier<Future<T>> call) {
    return Future.future(done ->
        vertx()
            .runOnContext(run ->
                Future.<Void>succeededFuture().compose(nothing -> call.get()).onComplete(done)));
  }

  private Outcome<Void> write(FileObject file, long size, GeneratedContent.End end) {
    return on(() -> storage().write(file, new GeneratedContent(vertx(), size, end)));
  }

  private void write(FileObject file) {
    write(file, file.size(), GeneratedContent.End.COMPLETE).assertDone();
  }

  private Outcome<Buffer> read(FileObject file, long offset, long length) {
    return on(() -> storage().read(file, offset, length).compose(FileStorageContract::whole));
  }

  private static Future<Buffer> whole(ReadStream<Buffer> content) {
    Future<Buffer> whole =
        content.collect(Collector.of(Buffer::buffer, Buffer::appendBuffer, Buffer::appendBuffer));
    content.resume();
    return whole;
  }

  private void assertContent(FileObject file, long offset, int length) {
    Outcome<Buffer> read = read(file, offset, length);
    read.assertDone();
    assertThat(read.value()).isEqualTo(GeneratedContent.content(offset, length));
  }

  private void assertAbsent(FileObject file) {
    assertThat(read(file, 0, 1).isDone()).as("content of an absent file").isFalse();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  public final void contentIsReadAsItWasWritten(boolean isPublic) {
    FileObject file = file(isPublic, SIZE);

    write(file);

    assertContent(file, 0, SIZE);
    assertContent(file, GeneratedContent.CHUNK - 3, 10);
    assertContent(file, SIZE - 1, 1);
  }

  @Test
  public final void anEmptyFileIsStored() {
    write(file(false, 0));
  }

  @Test
  public final void aRepeatedWriteLeavesTheContent() {
    FileObject file = file(false, SIZE);

    write(file);
    write(file);

    assertContent(file, 0, SIZE);
  }

  @Test
  public final void writesAtOnceLeaveTheContent() {
    FileObject file = file(false, SIZE);

    assertPossible(
        atOnce(() ->
            onLoop(() ->
                storage()
                    .write(
                        file,
                        new GeneratedContent(vertx(), SIZE, GeneratedContent.End.COMPLETE)))));

    assertContent(file, 0, SIZE);
  }

  @Test
  public final void aFileIsDeletedMoreThanOnce() {
    FileObject file = file(false, SIZE);
    write(file);

    on(() -> storage().delete(file)).assertDone();
    on(() -> storage().delete(file)).assertDone();

    assertAbsent(file);
  }

  @Test
  public final void contentWhoseSourceFailsIsNotVisible() {
    FileObject file = file(false, SIZE);

    assertThat(write(file, GeneratedContent.CHUNK, GeneratedContent.End.FAILURE).isDone())
        .isFalse();

    assertAbsent(file);
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 1})
  public final void contentOfAnotherSizeIsNotVisible(int difference) {
    FileObject file = file(false, SIZE);

    assertThat(write(file, SIZE + difference, GeneratedContent.End.COMPLETE).isDone()).isFalse();

    assertAbsent(file);
  }

  /** A storage may refuse to list at all. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  public final void theKeysOfAllContentAreListed(boolean isPublic) {
    assumeTrue(on(() -> storage().keys(isPublic, "")).isDone(), "the storage lists its keys");
    FileObject kept = file(isPublic, 3);
    FileObject deleted = file(isPublic, 3);
    FileObject other = file(!isPublic, 3);
    List.of(kept, deleted, other).forEach(this::write);
    on(() -> storage().delete(deleted)).assertDone();

    List<String> keys = keys(isPublic);

    assertThat(keys).contains(kept.key()).doesNotContain(deleted.key()).doesNotHaveDuplicates();
    assertThat(keys(!isPublic)).contains(other.key());
  }

  private List<String> keys(boolean isPublic) {
    List<String> keys = new ArrayList<>();
    List<String> page = page(isPublic, "");
    while (!page.isEmpty()) {
      keys.addAll(page);
      page = page(isPublic, page.getLast());
    }
    return keys;
  }

  private List<String> page(boolean isPublic, String after) {
    Outcome<List<String>> page = on(() -> storage().keys(isPublic, after));
    page.assertDone();
    return page.value();
  }

  @Test
  public final void aLinkIsAnAbsoluteUrl() {
    FileObject file = file(false, SIZE);
    write(file);

    assertThat(storage().downloadUrl(file, Duration.ofMinutes(5)).stream().map(URI::create))
        .allMatch(URI::isAbsolute);
  }
}
