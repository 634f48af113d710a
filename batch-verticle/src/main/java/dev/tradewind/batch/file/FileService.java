package dev.tradewind.batch.file;

import dev.tradewind.api.batch.FileClient;
import dev.tradewind.api.batch.FileClient.Draft;
import dev.tradewind.api.batch.FileClient.Readable;
import dev.tradewind.api.batch.FileOperation;
import dev.tradewind.batch.file.FileStore.Unfinished;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.kernel.token.SigningKeys;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Uploads by staff and links to files. The gateway sends an upload in chunks before the operation
 * itself, which refers to the uploaded files.
 */
public final class FileService {

  /** Header in which the gateway sends the base URL of the request. */
  private static final String BASE_URL = "base-url";

  private static final Pattern MEDIA_TYPE = Pattern.compile("[\\w.+-]{1,60}/[\\w.+-]{1,60}");
  private static final int MAX_NAME_LENGTH = 100;

  /** Beginning of the keys of exports: the kind of resource that they show. */
  private static final Pattern EXPORT = Pattern.compile("exports/([^/]*)/");

  private final FileStore store;
  private final FileStorages storages;
  private final SignedFileLinks links;

  public FileService(FileStore store, FileStorages storages, SigningKeys keys, Clock clock) {
    this.store = store;
    this.storages = storages;
    this.links = new SignedFileLinks(keys, clock);
  }

  public void bind(Operations operations, Operations internal) {
    operations
        .on("adminCreateUpload", this::finish)
        .on("adminProtectedUpload", this::finish)
        .on("adminDeleteUploads", this::delete)
        .on("adminDownloadUrlUpload", this::link);
    internal
        .on(FileOperation.BEGIN_FILE, this::begin)
        .on(FileOperation.APPEND_FILE, this::append)
        .on(FileOperation.ABANDON_FILE, this::abandon)
        .on(FileOperation.OPEN_FILE, this::open)
        .on(FileOperation.MEASURE_IMAGES, this::measure)
        .on(FileOperation.READ_FILE, this::read);
  }

  private Future<Reply> begin(Request request) {
    FileClient.NewFile requested = FileClient.NewFile.parse(request.input());
    String name = fileName(requested.name());
    String value = requested.contentType();
    String type = MEDIA_TYPE.matcher(value).matches() ? value : "application/octet-stream";
    Draft upload = new Draft(Ids.ulid() + "-" + name, Ids.ulid());
    return store
        .begin(
            StoredFile.empty(upload.key(), name, type, requested.isPublic()),
            upload.writer(),
            Unfinished.EXPIRING)
        .map(started -> Reply.ok(upload.toJson()));
  }

  /** Last segment of the client's path, in characters that every file system supports. */
  static String fileName(String value) {
    String last = value.substring(Math.max(value.lastIndexOf('/'), value.lastIndexOf('\\')) + 1);
    String plain = last.replaceAll("[^\\w.-]+", "-").replaceAll("^[.-]+", "");
    String name = plain.substring(Math.max(0, plain.length() - MAX_NAME_LENGTH));
    return name.isEmpty() ? "file" : name;
  }

  private Future<Reply> append(Request request) {
    if (request.attachment().length() > FileClient.CHUNK) {
      return Future.failedFuture(Problem.tooLarge("The piece is too large"));
    }
    return store
        .append(
            Draft.parse(request.input()),
            request.input().getInteger("number"),
            request.attachment())
        .map(size -> Reply.ok(new JsonObject().put("size", size)));
  }

  private Future<Reply> abandon(Request request) {
    return store
        .abandon(Draft.parse(request.input()))
        .map(gone -> Reply.ok(new JsonObject().put("abandoned", gone)));
  }

  private Future<Reply> finish(Request request) {
    List<Draft> started =
        request.body().getJsonArray("files").stream()
            .map(file -> Draft.parse((JsonObject) file))
            .toList();
    return store
        .complete(started)
        .map(files -> {
          JsonArray uploads = new JsonArray();
          for (StoredFile file : files) {
            uploads.add(new JsonObject().put("url", url(request, file)).put("key", file.key()));
          }
          return Reply.ok(new JsonObject().put("uploads", uploads));
        });
  }

  private Future<Reply> delete(Request request) {
    String key = fileKey(request);
    return store
        .delete(key)
        .map(deleted ->
            Reply.ok(new JsonObject().put("id", key).put("object", "file").put("deleted", true)));
  }

  private Future<Reply> link(Request request) {
    String key = fileKey(request);
    return store
        .find(key)
        .map(found -> found.orElseThrow(() -> PostgresFileStore.notFound(key)))
        .map(file -> Reply.ok(new JsonObject().put("download_url", downloadUrl(request, file))));
  }

  /** A public file keeps the link that never ends, wherever its content is. */
  private String downloadUrl(Request request, StoredFile file) {
    if (file.isPublic()) {
      return url(request, file);
    }
    return storages
        .get(file.storage())
        .downloadUrl(file.object(), SignedFileLinks.LIFE)
        .orElseGet(() -> url(request, file));
  }

  private String url(Request request, StoredFile file) {
    return Objects.requireNonNullElse(request.header(BASE_URL), "") + "/files/" + links.sign(file);
  }

  private Future<Reply> open(Request request) {
    Integer width = request.input().getInteger("width");
    return links
        .read(request.input().getString("signed", ""))
        .map(key -> find(key, width))
        .orElse(Future.succeededFuture(Optional.empty()))
        .map(found ->
            found.orElseThrow(() -> Problem.notFound("The link is not valid, or it has ended")))
        .map(file -> Reply.ok(file.toJson()));
  }

  /**
   * Width and height of the images of links, of which a file may have several, as after a change of
   * the signing keys; links of other files are left out.
   */
  private Future<Reply> measure(Request request) {
    Map<String, List<String>> links = new LinkedHashMap<>();
    for (Object link : request.input().getJsonArray("signed")) {
      String signed = link.toString();
      this.links
          .read(signed)
          .ifPresent(key -> links.computeIfAbsent(key, absent -> new ArrayList<>()).add(signed));
    }
    return store
        .measure(List.copyOf(links.keySet()))
        .map(sizes -> {
          JsonArray images = new JsonArray();
          for (ImageSize size : sizes) {
            for (String signed : Objects.requireNonNull(links.get(size.key()))) {
              images.add(
                  new FileClient.Image(signed, size.isPending(), size.width(), size.height())
                      .toJson());
            }
          }
          return Reply.ok(new JsonObject().put("images", images));
        });
  }

  /** The size of an image; the file itself where there is no such size, or not yet. */
  private Future<Optional<Readable>> find(String key, @Nullable Integer width) {
    if (width == null) {
      return store.find(key).map(found -> found.map(file -> readable(file, null)));
    }
    return store
        .find(StoredFile.keyOfSize(key, width))
        .compose(size -> {
          if (size.isPresent()) {
            return Future.succeededFuture(size.map(file -> readable(file, width)));
          }
          return find(key, null);
        });
  }

  /** Fails before the response begins if this node does not have the storage of the file. */
  private Readable readable(StoredFile file, @Nullable Integer width) {
    storages.get(file.storage());
    return new Readable(
        file.key(),
        file.name(),
        file.contentType(),
        file.size(),
        file.chunks(),
        file.storage().equals(FileStorages.POSTGRES) ? null : file.storage(),
        width,
        file.isPublic());
  }

  private Future<Reply> read(Request request) {
    String key = request.input().getString("key", "");
    return store
        .read(
            key,
            request.input().getString("storage", FileStorages.POSTGRES),
            request.input().getInteger("number"))
        .map(chunk -> Reply.bytes(chunk.orElseThrow(() -> PostgresFileStore.notFound(key))));
  }

  /** The key of a file that the caller may have: an export takes the permission of its job. */
  private static String fileKey(Request request) {
    String key = request.body().getString("file_key");
    Matcher export = EXPORT.matcher(key);
    if (export.lookingAt()) {
      request.requirePermitted(export.group(1) + ":read");
    }
    return key;
  }
}
