package dev.tradewind.acceptance.catalog;

import static dev.tradewind.testing.Eventually.value;
import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.Storefront;
import io.vertx.core.json.JsonObject;
import java.util.List;

/** Client for the CSV import and export of products. */
public final class CsvAdminClient {

  private static final List<String> ENDS = List.of("completed", "canceled", "failed");

  private final Storefront door;
  private final String[] credentials;

  public CsvAdminClient(Storefront door, String... credentials) {
    this.door = door;
    this.credentials = credentials;
  }

  /** A client of the first user of the demo shop. */
  public static CsvAdminClient ofDemo(Storefront door) {
    JsonObject login =
        new JsonObject().put("email", "admin@tradewind.test").put("password", "supersecret");
    return new CsvAdminClient(door, "authorization", door.bearer("/admin/auth/token", login));
  }

  public Answer send(String method, String path, JsonObject body) {
    return door.send(method, path, body == null ? null : body.encode(), credentials);
  }

  /** Uploads a file and returns its key. */
  public String upload(String content) {
    Answer answer = door.upload("/admin/uploads/protected", content, credentials);
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    return answer.body().getJsonArray("uploads").getJsonObject(0).getString("key");
  }

  public String download(String key) {
    Answer link =
        send("POST", "/admin/uploads/download-url", new JsonObject().put("file_key", key));
    assertThat(link.status()).as(link.text()).isEqualTo(200);
    Answer file = door.follow(link.body().getString("download_url"));
    assertThat(file.status()).isEqualTo(200);
    return file.text();
  }

  public JsonObject create(String type, JsonObject context, boolean isDryRun) {
    Answer answer =
        send(
            "POST",
            "/admin/batch-jobs",
            new JsonObject().put("type", type).put("context", context).put("dry_run", isDryRun));
    assertThat(answer.status()).as(answer.text()).isEqualTo(201);
    return answer.body().getJsonObject("batch_job");
  }

  public JsonObject job(String id) {
    return send("GET", "/admin/batch-jobs/" + id, null).body().getJsonObject("batch_job");
  }

  /** Waits until the job has that status or has ended. */
  public JsonObject await(String id, String status) {
    return value(
        () -> job(id),
        job -> job.getString("status").equals(status) || ENDS.contains(job.getString("status")));
  }

  public JsonObject completed(String id) {
    JsonObject job = await(id, "completed");
    assertThat(job.getString("status")).as("%s", job).isEqualTo("completed");
    return job;
  }

  /** Imports a file and returns the finished job. */
  public JsonObject imported(String content) {
    JsonObject context = new JsonObject().put("fileKey", upload(content));
    return await(create("product-import", context, false).getString("id"), "completed");
  }

  /** Content of an exported file. */
  public String exported(JsonObject context) {
    JsonObject job = completed(create("product-export", context, false).getString("id"));
    return download(job.getJsonObject("result").getString("file_key"));
  }
}
