package dev.tradewind.api.batch;

import dev.tradewind.kernel.json.JsonArrays;
import dev.tradewind.kernel.json.JsonName;
import dev.tradewind.kernel.json.RecordCodec;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.lang.invoke.MethodHandles;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Client of the batch verticle's file store: writes and reads files in chunks, one at a time. */
public final class FileClient {

  /** The bus address of the batch verticle. */
  public static final String ADDRESS = "batch";

  /** Bytes of one chunk. */
  public static final int CHUNK = 256 * 1024;

  /** Widths of the smaller sizes of images. */
  public static final List<Integer> IMAGE_WIDTHS = List.of(320, 640, 1280);

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
   * @param storage storage that the chunks are read from, also after the file is moved; absent: the
   *     database
   * @param width width of a smaller size of an image; absent: the file itself
   * @param isPublic whether links to it never end; absent in answers of earlier versions
   */
  public record Readable(
      String key,
      String name,
      String contentType,
      long size,
      @JsonName("pieces") int chunks,
      @Nullable String storage,
      @Nullable Integer width,
      @Nullable Boolean isPublic) {

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

  /**
   * Public image of a signed link.
   *
   * @param isPending whether it waits for its smaller sizes
   * @param width as it is shown; absent, like the height: it has no smaller sizes
   */
  public record Image(
      String signed, boolean isPending, @Nullable Integer width, @Nullable Integer height) {

    private static final RecordCodec<Image> CODEC =
        RecordCodec.ofMessage(MethodHandles.lookup(), Image.class);

    static Image parse(JsonObject json) {
      return CODEC.read(json);
    }

    public JsonObject toJson() {
      return CODEC.write(this);
    }
  }

  /** Creates a file, which is deleted if nothing is appended for some minutes. */
  public Future<Draft> begin(
      CallContext context, String name, String contentType, boolean isPublic) {
    JsonObject input = new NewFile(name, contentType, isPublic).toJson();
    return bus.call(FileOperation.BEGIN_FILE, context, input).map(Draft::parse);
  }

  /** Appends the chunk of that number, counted from zero; a repetition has no effect. */
  public Future<Void> append(CallContext context, Draft draft, int number, Buffer chunk) {
    return bus.call(FileOperation.APPEND_FILE, context, draft.toJson().put("number", number), chunk)
        .mapEmpty();
  }

  /** Deletes an unfinished file. */
  public Future<Void> abandon(CallContext context, Draft draft) {
    return bus.call(FileOperation.ABANDON_FILE, context, draft.toJson()).mapEmpty();
  }

  /** The file of a signed link; 404 if the link is not genuine or has expired. */
  public Future<Readable> open(CallContext context, String signed) {
    return open(context, new JsonObject().put("signed", signed));
  }

  /**
   * A smaller size of the image of a signed link; the image itself if it has no such size.
   *
   * @param width one of {@link #IMAGE_WIDTHS}
   */
  public Future<Readable> open(CallContext context, String signed, int width) {
    return open(context, new JsonObject().put("signed", signed).put("width", width));
  }

  private Future<Readable> open(CallContext context, JsonObject input) {
    return bus.call(FileOperation.OPEN_FILE, context, input).map(Readable::parse);
  }

  /** The public images of signed links; other links are left out. */
  public Future<List<Image>> measure(CallContext context, Collection<String> signed) {
    JsonObject input = new JsonObject().put("signed", new JsonArray(List.copyOf(signed)));
    return bus.call(FileOperation.MEASURE_IMAGES, context, input)
        .map(found ->
            JsonArrays.objects(found.getJsonArray("images")).stream().map(Image::parse).toList());
  }

  /** Reads the chunk of that number, counted from zero. */
  public Future<Buffer> read(CallContext context, Readable file, int number) {
    JsonObject input = new JsonObject().put("key", file.key()).put("number", number);
    if (file.storage() != null) {
      input.put("storage", file.storage());
    }
    return bus.fetch(FileOperation.READ_FILE, context, input.toBuffer());
  }
}
