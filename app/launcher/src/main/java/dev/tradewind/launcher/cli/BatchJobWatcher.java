package dev.tradewind.launcher.cli;

import dev.tradewind.launcher.config.CliException;
import dev.tradewind.launcher.config.ProgressBars;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import me.tongfei.progressbar.ProgressBar;

/** Watcher of a batch job of a running shop, until it ends. */
final class BatchJobWatcher {

  private static final long LOOK_MILLIS = 300;
  private static final List<String> ENDS = List.of("completed", "canceled", "failed");

  private final AdminApiClient shop;
  private final String id;

  private BatchJobWatcher(AdminApiClient shop, String id) {
    this.shop = shop;
    this.id = id;
  }

  static BatchJobWatcher create(
      AdminApiClient shop, String type, JsonObject context, boolean isDryRun) {
    JsonObject requested =
        new JsonObject().put("type", type).put("context", context).put("dry_run", isDryRun);
    JsonObject job = shop.post("/admin/batch-jobs", requested).getJsonObject("batch_job");
    System.out.println("Job " + job.getString("id"));
    return new BatchJobWatcher(shop, job.getString("id"));
  }

  void confirm() {
    shop.post("/admin/batch-jobs/" + id + "/confirm", null);
  }

  void cancel() {
    shop.post("/admin/batch-jobs/" + id + "/cancel", null);
  }

  /** Waits for the job to reach that status and returns its result; fails if it ends otherwise. */
  JsonObject await(String status) {
    JsonObject job = job();
    while (!hasCome(job, status)) {
      AdminApiClient.pause(LOOK_MILLIS);
      job = job();
    }
    return result(job);
  }

  /** Waits for completion with a progress bar. */
  JsonObject watch(String task) {
    try (ProgressBar bar = ProgressBars.start(task, 1)) {
      JsonObject job = job();
      while (true) {
        JsonObject result = result(job);
        bar.maxHint(Math.max(1, result.getLong("count", 1L)));
        bar.stepTo(result.getLong("advancement_count", 0L));
        if (hasCome(job, "completed")) {
          return result;
        }
        AdminApiClient.pause(LOOK_MILLIS);
        job = job();
      }
    }
  }

  private JsonObject job() {
    return shop.get("/admin/batch-jobs/" + id).getJsonObject("batch_job");
  }

  private static JsonObject result(JsonObject job) {
    return job.getJsonObject("result") == null ? new JsonObject() : job.getJsonObject("result");
  }

  private boolean hasCome(JsonObject job, String status) {
    String current = job.getString("status");
    if (!current.equals(status) && ENDS.contains(current)) {
      JsonObject result = result(job);
      result
          .getJsonArray("errors", new JsonArray())
          .forEach(error -> System.err.println("  " + error));
      throw new CliException(
          "The job %s %s; %s of %s are done."
              .formatted(
                  id,
                  current.equals("canceled") ? "was canceled" : current,
                  result.getLong("advancement_count", 0L),
                  result.getLong("count", 0L)));
    }
    return current.equals(status);
  }

  /** Summary of the job's result. */
  static String report(JsonObject result) {
    JsonArray descriptors = result.getJsonArray("stat_descriptors", new JsonArray());
    if (descriptors.isEmpty()) {
      return "There is nothing to do.";
    }
    return descriptors.getJsonObject(0).getString("message").replaceAll("\\s+", " ");
  }
}
