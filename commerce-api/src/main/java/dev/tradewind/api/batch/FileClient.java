package dev.tradewind.api.batch;

import dev.tradewind.kernel.JsonName;
import dev.tradewind.kernel.RecordCodec;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.lang.invoke.MethodHandles;

/** Client of the batch verticle's file store: writes and reads files in chunks, one at a time. */
public final class FileClient {

  /** The bus address of the batch verticle. */
  public static final String ADDRESS = "batch";

  /** Bytes of one chunk. */
  public static final int CHUNK = 256 * 1024;

  private final OperationClient bus;

  public FileClient(OperationClient bus) {
    this.bus = bus;
  }

  /** A file being written: its key and its writer. */
  public record Draft(String key, String writer) {

    private static final RecordCodec<Draft> CODEC =
        RecordCodec.ofMessage(MethodHandles.lookup(), Draft.class);

    public static Draft parse(JsonObject json) {
      return CODEC.read(json);
    }

    public JsonObject toJson() {
      return CODEC.write(this);
    }
  }

  /**
   * A readable file.
   *
   * @param name to save it under
   * @param size bytes
   * @param chunks number of chunks
   */
  public record Readable(
      String key, String name, String contentType, long size, @JsonName("pieces") int chunks) {

    private static final RecordCodec<Readable> CODEC =
        RecordCodec.ofMessage(MethodHandles.lookup(), Readable.class);

    static Readable parse(JsonObject json) {
      return CODEC.read(json);
    }

    public JsonObject toJson() {
      return CODEC.write(this);
    }
  }

  /**
   * A file to be written.
   *
   * @param name as the client gave it
   */
  public record NewFile(String name, String contentType, boolean isPublic) {

    private static final RecordCodec<NewFile> CODEC =
        RecordCodec.ofMessage(MethodHandles.lookup(), NewFile.class);

    public static NewFile parse(JsonObject json) {
      return CODEC.read(json);
    }

    JsonObject toJson() {
      return CODEC.write(this);
    }
  }

  /** Creates a file, which is deleted if nothing is appended for some minutes. */
  public Future<Draft> begin(
      CallContext context, String name, String contentType, boolean isPublic) {
    JsonObject input = new NewFile(name, contentType, isPublic).toJson();
    return bus.call(FileOperation.BEGIN, context, input).map(Draft::parse);
  }

  /** Appends the chunk of that number, counted from zero; a repetition has no effect. */
  public Future<Void> append(CallContext context, Draft draft, int number, Buffer chunk) {
    return bus.call(FileOperation.APPEND, context, draft.toJson().put("number", number), chunk)
        .mapEmpty();
  }

  /** Deletes an unfinished file. */
  public Future<Void> abandon(CallContext context, Draft draft) {
    return bus.call(FileOperation.ABANDON, context, draft.toJson()).mapEmpty();
  }

  /** The file of a signed link; 404 if the link is not genuine or has expired. */
  public Future<Readable> open(CallContext context, String signed) {
    return bus.call(FileOperation.OPEN, context, new JsonObject().put("signed", signed))
        .map(Readable::parse);
  }

  public Future<Buffer> read(CallContext context, String key, int number) {
    JsonObject input = new JsonObject().put("key", key).put("number", number);
    return bus.fetch(FileOperation.READ, context, input.toBuffer());
  }
}
