package dev.tradewind.acceptance.chaos;

import dev.tradewind.acceptance.Answer;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Files that staff uploads, each at another node until it is acknowledged. */
public final class StaffUploads {

  /** Acknowledged file with its public link. */
  public record File(String url, String content) {}

  private static final Duration ATTEMPT = Duration.ofSeconds(10);
  private static final int AT_ONCE = 5;
  private static final int LINES = 20_000;

  private final ChaosClient client;
  private final Map<String, File> files = new ConcurrentHashMap<>();
  private int requests;

  /**
   * @param client with the credentials of staff
   */
  public StaffUploads(ChaosClient client) {
    this.client = client;
  }

  /** StaffUploads some files, each of another content. */
  public void add() {
    for (int file = 0; file < AT_ONCE; file++) {
      String content = "%d,".formatted(requests).repeat(LINES);
      ChaosCluster.await("an upload", () -> upload(content));
    }
  }

  private boolean upload(String content) {
    try {
      Answer answer = client.upload(requests++, content, ATTEMPT);
      if (answer.status() == 200) {
        JsonObject file = answer.body().getJsonArray("uploads").getJsonObject(0);
        files.put(file.getString("key"), new File(file.getString("url"), content));
        return true;
      }
    } catch (IOException lost) {
      // The next node is asked.
    }
    return false;
  }

  /** Acknowledged files by their keys. */
  public Map<String, File> files() {
    return Map.copyOf(files);
  }
}
