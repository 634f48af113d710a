package dev.tradewind.batch.file;

import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.streams.ReadStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** Stream that computes the SHA-256 and the length of its content while it is read. */
final class HashedStream implements ReadStream<Buffer> {

  /** SHA-256 in hexadecimal digits, and bytes. */
  record Checksum(String sha256, long size) {}

  private final ReadStream<Buffer> content;
  private final MessageDigest digest;
  private long size;

  HashedStream(ReadStream<Buffer> content) {
    this.content = content;
    try {
      this.digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** The checksum of all that was read; called once, after the end. */
  Checksum checksum() {
    return new Checksum(HexFormat.of().formatHex(digest.digest()), size);
  }

  @Override
  public ReadStream<Buffer> handler(@Nullable Handler<Buffer> handler) {
    content.handler(
        handler == null
            ? null
            : buffer -> {
              digest.update(buffer.getBytes());
              size += buffer.length();
              handler.handle(buffer);
            });
    return this;
  }

  @Override
  public ReadStream<Buffer> endHandler(@Nullable Handler<Void> handler) {
    content.endHandler(handler);
    return this;
  }

  @Override
  public ReadStream<Buffer> exceptionHandler(@Nullable Handler<Throwable> handler) {
    content.exceptionHandler(handler);
    return this;
  }

  @Override
  public ReadStream<Buffer> pause() {
    content.pause();
    return this;
  }

  @Override
  public ReadStream<Buffer> resume() {
    content.resume();
    return this;
  }

  @Override
  public ReadStream<Buffer> fetch(long amount) {
    content.fetch(amount);
    return this;
  }
}
