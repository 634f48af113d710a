package dev.tradewind.batch.job;

import dev.tradewind.api.event.Topics;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Principal;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Execution of one job by one worker, as its handler uses it: context, result, checkpoint and
 * waiting. Confined to the virtual thread of the job, except {@link #stop}.
 */
public final class JobRun {

  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  /** Ratio of pause to work: shoppers' requests have priority. */
  private static final int PAUSE_RATIO = 2;

  /** Upper bound of a pause, so that a cancellation takes effect soon. */
  private static final Duration MAX_PAUSE = Duration.ofMillis(500);

  private static final int MAX_ERROR = 1_000;

  private final JobStore store;
  private final EventLoopBridge waiting;
  private final @Nullable String traceparent;
  private final Clock clock;
  private final Lease lease;
  private final boolean isDryRun;
  private final JsonObject context;
  private final JsonObject result;
  private @Nullable JsonObject checkpoint;
  private volatile JobStoppedException.@Nullable Reason stopped;
  private @Nullable RuntimeException failure;
  private String position = "";
  private long pausedNanos = System.nanoTime();

  /** Made on the context of the run, whose trace its calls continue. */
  JobRun(JobStore store, EventLoopBridge waiting, Clock clock, ClaimedJob job) {
    this.store = store;
    this.waiting = waiting;
    this.traceparent = CallContext.system(clock, TIMEOUT).traceparent();
    this.clock = clock;
    this.lease = job.lease();
    this.isDryRun = job.isDryRun();
    this.context = job.context();
    this.result = job.result();
    this.checkpoint = job.checkpoint();
  }

  public String jobId() {
    return lease.jobId();
  }

  Lease lease() {
    return lease;
  }

  /** Outcome of the run, which its span shows: a retry of the job is a run of its own. */
  Future<Void> outcome() {
    return failure == null ? Future.succeededFuture() : Future.failedFuture(failure);
  }

  void failedBy(RuntimeException cause) {
    failure = cause;
  }

  /** Names the part of the work that begins, such as {@code Lines 2 to 51}, for its errors. */
  public void at(String part) {
    position = part + ": ";
  }

  /** Error of a failure, with the part of the work in which it occurred. */
  String error(RuntimeException cause) {
    String text = cause.getMessage() == null ? cause.toString() : cause.getMessage();
    return position + text.substring(0, Math.min(text.length(), MAX_ERROR));
  }

  /** Writer id that is unique to this worker and job. */
  public String writer() {
    return lease.jobId() + "-" + lease.epoch();
  }

  /** Context of the job; changes are saved with the next checkpoint. */
  public JsonObject context() {
    return context;
  }

  /** Result of the job; changes are saved with the next checkpoint. */
  public JsonObject result() {
    return result;
  }

  /** Last checkpoint; null at the beginning. */
  public @Nullable JsonObject checkpoint() {
    return checkpoint;
  }

  /** Call context for other verticles, with the job as the cause. */
  public CallContext call() {
    return new CallContext(
        lease.jobId(), clock.instant().plus(TIMEOUT), traceparent, Principal.SYSTEM);
  }

  public Instant now() {
    return Timestamps.now(clock);
  }

  /** Starts asynchronous work that is awaited later. */
  public <T> Future<T> begin(Supplier<Future<T>> work) {
    return waiting.begin(work);
  }

  public <T> T await(Supplier<Future<T>> work) {
    return EventLoopBridge.await(waiting.begin(work));
  }

  public <T> T await(Future<T> started) {
    return EventLoopBridge.await(started);
  }

  /**
   * Saves context, result and checkpoint, which have to be consistent. Throws if the job was
   * canceled or the lease was lost.
   */
  public void save(JsonObject newCheckpoint) {
    checkpoint = newCheckpoint;
    write(store::save, "batch.updated");
    goOn();
  }

  /** Pauses after a step in proportion to its duration. Throws if the job has to stop. */
  public void goOn() {
    Duration pause = Duration.ofNanos(System.nanoTime() - pausedNanos).multipliedBy(PAUSE_RATIO);
    EventLoopBridge.pause(pause.compareTo(MAX_PAUSE) < 0 ? pause : MAX_PAUSE);
    pausedNanos = System.nanoTime();
    JobStoppedException.Reason reason = stopped;
    if (reason != null) {
      throw new JobStoppedException(reason);
    }
  }

  void stop(JobStoppedException.Reason reason) {
    if (stopped == null) {
      stopped = reason;
    }
  }

  void preProcessed() {
    write(
        store::preProcessed,
        isDryRun
            ? new String[] {"batch.updated", "batch.pre_processed"}
            : new String[] {"batch.updated", "batch.pre_processed", "batch.confirmed"});
  }

  void processing() {
    write(store::processing, "batch.processing");
  }

  void completed() {
    write(store::completed, "batch.updated", "batch.completed");
  }

  void failed(List<String> errors) {
    JsonArray all = result.getJsonArray("errors", new JsonArray()).copy();
    errors.forEach(all::add);
    result.put("errors", all);
    write(store::failed, "batch.updated", "batch.failed");
  }

  private interface Write {
    Future<JobStore.Outcome> write(
        Lease lease, JobStore.Progress progress, Instant at, List<Event> events);
  }

  private void write(Write step, String... eventTypes) {
    Instant at = now();
    List<Event> events = Arrays.stream(eventTypes).map(type -> event(type, at)).toList();
    JobStore.Progress progress =
        new JobStore.Progress(
            context.copy(), result.copy(), checkpoint == null ? null : checkpoint.copy());
    JobStore.Outcome outcome = await(() -> step.write(lease, progress, at, events));
    switch (outcome) {
      case DONE -> {}
      case CANCELED -> throw new JobStoppedException(JobStoppedException.Reason.CANCELED);
      case LOST -> throw new JobStoppedException(JobStoppedException.Reason.LOST);
    }
  }

  private Event event(String type, Instant at) {
    JsonObject data = new JsonObject().put("id", lease.jobId());
    return Event.of(call(), at, Topics.BATCH_JOB, type, lease.jobId(), 1, data);
  }
}
