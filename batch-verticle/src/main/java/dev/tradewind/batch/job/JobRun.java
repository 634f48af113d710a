package dev.tradewind.batch.job;

import dev.tradewind.api.event.Topics;
import dev.tradewind.kernel.Timestamps;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Principal;
import dev.tradewind.kernel.outbox.Event;
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
 * One worker's work on one job, as the handler of its type sees it: what is known, what to save,
 * and how to wait. It belongs to the virtual thread of the work; only {@link #stop} comes from
 * elsewhere.
 */
public final class JobRun {

  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  /** How much longer a job rests than it works: most of the time belongs to the shoppers. */
  private static final int REST = 2;

  /** Who cancels a job does not wait longer than this for the end of a rest. */
  private static final Duration LONGEST_REST = Duration.ofMillis(500);

  private final JobStore store;
  private final EventLoopBridge waiting;
  private final Clock clock;
  private final Lease lease;
  private final boolean isDryRun;
  private final JsonObject context;
  private final JsonObject result;
  private @Nullable JsonObject checkpoint;
  private volatile JobStoppedException.@Nullable Reason stopped;
  private long restedNanos = System.nanoTime();

  JobRun(JobStore store, EventLoopBridge waiting, Clock clock, ClaimedJob job) {
    this.store = store;
    this.waiting = waiting;
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

  /** A name that no other worker on this job has or will have. */
  public String writer() {
    return lease.jobId() + "-" + lease.epoch();
  }

  /** What the job was asked; changes are saved with the next progress. */
  public JsonObject context() {
    return context;
  }

  /** What the job shows; changes are saved with the next progress. */
  public JsonObject result() {
    return result;
  }

  /** How far the job has come; nothing at the beginning. */
  public @Nullable JsonObject checkpoint() {
    return checkpoint;
  }

  /** The context of a question to a neighbour; the job is what causes it. */
  public CallContext call() {
    return new CallContext(lease.jobId(), clock.instant().plus(TIMEOUT), null, Principal.SYSTEM);
  }

  public Instant now() {
    return Timestamps.now(clock);
  }

  /** Begins something that is waited for later. */
  public <T> Future<T> begin(Supplier<Future<T>> work) {
    return waiting.begin(work);
  }

  public <T> T await(Supplier<Future<T>> work) {
    return EventLoopBridge.await(waiting.begin(work));
  }

  public <T> T await(Future<T> begun) {
    return EventLoopBridge.await(begun);
  }

  /**
   * Saves context, result and how far the job has come. To be called whenever that is whole: it
   * does not return when somebody has canceled the job or taken it over.
   */
  public void save(JsonObject newCheckpoint) {
    checkpoint = newCheckpoint;
    write(store::save, "batch.updated");
    goOn();
  }

  /** Rests after a step, longer than it took. Does not return when there is no reason to go on. */
  public void goOn() {
    Duration rest = Duration.ofNanos(System.nanoTime() - restedNanos).multipliedBy(REST);
    EventLoopBridge.rest(rest.compareTo(LONGEST_REST) < 0 ? rest : LONGEST_REST);
    restedNanos = System.nanoTime();
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
    JsonArray told = result.getJsonArray("errors", new JsonArray()).copy();
    errors.forEach(told::add);
    result.put("errors", told);
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
