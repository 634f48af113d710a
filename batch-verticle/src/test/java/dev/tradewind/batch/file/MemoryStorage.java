package dev.tradewind.batch.file;

import dev.tradewind.spi.file.FileObject;
import dev.tradewind.spi.file.FileStorage;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.streams.ReadStream;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collector;

/** File storage in memory whose failures a test controls. */
public final class MemoryStorage implements FileStorage {

  public final Map<String, Buffer> contents = new ConcurrentHashMap<>();
  public final AtomicInteger refusedReads = new AtomicInteger();
  public volatile boolean isAway;
  volatile boolean losesBytes;

  @Override
  public String id() {
    return "memory";
  }

  @Override
  public Future<Void> write(FileObject file, ReadStream<Buffer> content) {
    if (isAway) {
      return Future.failedFuture("unavailable");
    }
    Future<Buffer> whole =
        content.collect(Collector.of(Buffer::buffer, Buffer::appendBuffer, Buffer::appendBuffer));
    content.resume();
    return whole
        .onSuccess(
            all -> contents.put(file.key(), losesBytes ? all.getBuffer(0, all.length() - 1) : all))
        .mapEmpty();
  }

  @Override
  public Future<ReadStream<Buffer>> read(FileObject file, long offset, long length) {
    if (isAway) {
      refusedReads.incrementAndGet();
      return Future.failedFuture("unavailable");
    }
    Buffer all = contents.get(file.key());
    if (all == null) {
      return Future.failedFuture("absent");
    }
    Queue<Buffer> parts = new ArrayDeque<>();
    parts.add(all.getBuffer((int) offset, (int) Math.min(all.length(), offset + length)));
    return Future.succeededFuture(
        new PulledStream(() -> Future.succeededFuture(Optional.ofNullable(parts.poll()))));
  }

  @Override
  public Future<Void> delete(FileObject file) {
    if (isAway) {
      return Future.failedFuture("unavailable");
    }
    contents.remove(file.key());
    return Future.succeededFuture();
  }

  @Override
  public Future<List<String>> keys(boolean isPublic, String after) {
    return Future.succeededFuture(
        contents.keySet().stream().filter(key -> key.compareTo(after) > 0).sorted().toList());
  }

  @Override
  public Optional<String> downloadUrl(FileObject file, Duration life) {
    return Optional.of("memory:" + file.key());
  }
}
