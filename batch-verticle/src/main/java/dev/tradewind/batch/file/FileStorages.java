package dev.tradewind.batch.file;

import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.spi.file.FileStorage;
import io.vertx.sqlclient.Pool;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** File storages of a node by name, and the one that new files are moved to. */
public final class FileStorages {

  /** Storage in the database; the content of its files is where they were written. */
  public static final String POSTGRES = "postgres";

  private final Map<String, FileStorage> byId;
  private final String target;

  private FileStorages(Map<String, FileStorage> byId, String target) {
    this.byId = byId;
    this.target = target;
  }

  /**
   * The storage of the database, and another one for new files.
   *
   * @param other absent: new files stay in the database
   */
  public static FileStorages of(Pool pool, @Nullable FileStorage other) {
    FileStorage postgres = new PostgresContentStore(pool);
    if (other == null) {
      return new FileStorages(Map.of(POSTGRES, postgres), POSTGRES);
    }
    return new FileStorages(Map.of(POSTGRES, postgres, other.id(), other), other.id());
  }

  /**
   * The storage of that name.
   *
   * @throws dev.tradewind.kernel.operation.Problem 503 if the node has no such storage
   */
  FileStorage get(String id) {
    FileStorage storage = byId.get(id);
    if (storage == null) {
      throw Problem.unavailable("The file storage " + id + " is not configured");
    }
    return storage;
  }

  public Set<String> ids() {
    return byId.keySet();
  }

  /** Storage of new files. */
  public String target() {
    return target;
  }
}
