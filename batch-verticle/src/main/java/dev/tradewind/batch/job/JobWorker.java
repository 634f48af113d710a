package dev.tradewind.batch.job;

import dev.tradewind.batch.job.JobStoppedException.Reason;
import dev.tradewind.kernel.background.BackgroundGate;
import dev.tradewind.kernel.background.BackgroundTask;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.ProblemMapper;
import dev.tradewind.kernel.operation.Tracing;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Worker that claims jobs and executes a few at a time, each on a virtual thread. It renews the
 * leases every second, so that another worker takes a job over seconds after this one crashed.
 */
public final class JobWorker {

  private static final Logger LOG = LoggerFactory.getLogger(JobWorker.class);

  private static final int MAX_RUNNING = 2;
  private static final int MAX_ATTEMPTS = 5;
  private static final Duration CLAIM_INTERVAL = Duration.ofMillis(300);
  private static final Duration IDLE_INTERVAL = Duration.ofSeconds(2);
  private static final Duration RENEW_INTERVAL = Duration.ofSeconds(1);
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private static final Duration MAX_BACKOFF = Duration.ofMinutes(1);

  /** Longest time that a job waits for an unavailable service without a failed attempt. */
  private static final Duration MAX_OUTAGE = Duration.ofDays(1);

  private final Vertx vertx;
  private final JobStore store;
  private final Map<JobType, JobHandler> handlers;
  private final String holder;
  private final BackgroundGate gate;
  private final Clock clock;
  private final Map<String, JobRun> running = new HashMap<>();
  private @Nullable Promise<Void> idle;

  /**
   * @param holder name of this worker in leases
   */
  public JobWorker(
      Vertx vertx,
      JobStore store,
      Map<JobType, JobHandler> handlers,
      String holder,
      BackgroundGate gate,
      Clock clock) {
    this.vertx = vertx;
    this.store = store;
    this.handlers = Map.copyOf(handlers);
    this.holder = holder;
    this.gate = gate;
    this.clock = clock;
  }

  /** Background tasks of this worker, run by the event loop. */
  public List<BackgroundTask> tasks() {
    return List.of(
        BackgroundTask.every(CLAIM_INTERVAL, "claim-jobs", this::poll).whenIdleEvery(IDLE_INTERVAL),
        BackgroundTask.every(RENEW_INTERVAL, "renew-job-leases", this::renewAll)
            .exempt("It claims no job, and ends those that the closed gate finds running."));
  }

  /** Claims no further jobs, and releases the running ones at their next consistent state. */
  public Future<Void> stop() {
    Promise<Void> stopped = Promise.promise();
    idle = stopped;
    running.values().forEach(run -> run.stop(Reason.LEAVING));
    if (running.isEmpty()) {
      stopped.tryComplete();
    }
    return stopped.future();
  }

  /** Claims jobs until there are none, or the limit of concurrent jobs is reached. */
  private Future<Void> poll() {
    if (idle != null || !gate.isOpen() || running.size() >= MAX_RUNNING) {
      return Future.succeededFuture();
    }
    return store
        .claim(holder)
        .compose(claimed -> {
          if (claimed.isEmpty()) {
            return Future.succeededFuture();
          }
          begin(claimed.get());
          return poll();
        });
  }

  private void begin(ClaimedJob job) {
    // At the closed gate the lease expires.
    gate.run(() -> Tracing.background("run-jobs", () -> run(job)));
  }

  private Future<Void> run(ClaimedJob job) {
    Promise<Void> ended = Promise.promise();
    Context eventLoop = vertx.getOrCreateContext();
    JobRun run = new JobRun(store, new EventLoopBridge(eventLoop), clock, job);
    running.put(job.lease().jobId(), run);
    if (idle != null) {
      run.stop(Reason.LEAVING);
    }
    Thread.ofVirtual()
        .name("job-" + job.lease().jobId())
        .start(() -> {
          try {
            work(job, run);
          } catch (RuntimeException failure) {
            // The lease expires, and another worker resumes the job.
            run.failedBy(failure);
            LOG.warn(
                "Failed to finish the run of job {}, its lease expires: {}",
                run.jobId(),
                failure.toString());
          } finally {
            eventLoop.runOnContext(end -> {
              end(run);
              run.outcome().onComplete(ended);
            });
          }
        });
    return ended.future();
  }

  private void end(JobRun run) {
    running.remove(run.jobId());
    if (idle != null && running.isEmpty()) {
      idle.tryComplete();
    }
  }

  private Future<?> renewAll() {
    if (!gate.isOpen()) {
      running.values().forEach(run -> run.stop(Reason.LEAVING));
    }
    return Future.join(running.values().stream().map(this::renew).toList());
  }

  private Future<?> renew(JobRun run) {
    return store
        .renew(run.lease())
        .onSuccess(outcome -> {
          switch (outcome) {
            case DONE -> {}
            case CANCELED -> run.stop(Reason.CANCELED);
            case LOST -> run.stop(Reason.LOST);
          }
        });
  }

  private void work(ClaimedJob job, JobRun run) {
    JobHandler handler = handlers.get(job.type());
    if (handler == null) {
      release(
          run,
          backoff(job),
          false,
          null); // Job type of a newer version; nodes of that version execute it.
      return;
    }
    try {
      run.goOn();
      if (!advance(job, run, handler)) {
        return;
      }
      handler.cleanUp(run, true);
    } catch (JobStoppedException stopped) {
      switch (stopped.reason()) {
        case LOST -> {
          return;
        }
        case LEAVING -> {
          release(run, Duration.ZERO, false, null);
          return;
        }
        case CANCELED -> handler.cleanUp(run, false);
      }
    } catch (JobFailedException failed) {
      run.failedBy(failed);
      if (!holdsLeaseAfter(() -> run.failed(failed.errors()))) {
        return;
      }
      handler.cleanUp(run, false);
    }
    run.await(() -> store.end(run.lease()));
  }

  /** Runs a step that may fail on a canceled job; false if the lease was lost. */
  private static boolean holdsLeaseAfter(Runnable step) {
    try {
      step.run();
      return true;
    } catch (JobStoppedException stopped) {
      return stopped.reason() != Reason.LOST;
    }
  }

  /** Executes the remaining steps; false if the job is not finished. */
  private boolean advance(ClaimedJob job, JobRun run, JobHandler handler) {
    try {
      switch (job.status()) {
        case COMPLETED -> {
          return true;
        }
        case FAILED, CANCELED -> throw new JobStoppedException(Reason.CANCELED);
        case CREATED -> {
          requireAttemptsLeft(job);
          handler.preProcess(run);
          run.preProcessed();
          if (job.isDryRun()) {
            return false;
          }
        }
        case PRE_PROCESSED, CONFIRMED, PROCESSING -> requireAttemptsLeft(job);
      }
      if (job.status() != BatchJobStatus.PROCESSING) {
        // A retry is no progress: it neither resets the count of attempts nor the backoff.
        run.processing();
      }
      handler.process(run);
      run.completed();
      return true;
    } catch (JobStoppedException | JobFailedException known) {
      throw known;
    } catch (RuntimeException failure) {
      Optional<JobFailedException> refusal = JobFailedException.of(failure);
      if (refusal.isPresent()) {
        throw refusal.get();
      }
      releaseForRetry(job, run, failure);
      return false;
    }
  }

  private static void requireAttemptsLeft(ClaimedJob job) {
    if (job.attempts() > MAX_ATTEMPTS) {
      String givenUp =
          "The job was given up after " + MAX_ATTEMPTS + " attempts that got no further";
      throw new JobFailedException(
          job.lastError() == null ? List.of(givenUp) : List.of(givenUp, job.lastError()));
    }
  }

  /**
   * Releases the job for a retry. An unavailable service is not counted as a failed attempt, unless
   * it has been unavailable for too long.
   */
  private void releaseForRetry(ClaimedJob job, JobRun run, RuntimeException failure) {
    run.failedBy(failure);
    Problem problem = ProblemMapper.problem(failure);
    if (problem.is(Problem.Kind.UNEXPECTED)) {
      LOG.error("Failed to execute job {}", run.jobId(), failure);
    }
    boolean mayWait = problem.is(Problem.Kind.UNAVAILABLE) && job.idle().compareTo(MAX_OUTAGE) < 0;
    release(run, backoff(job), !mayWait, run.error(failure));
    if (!(failure instanceof Problem)) {
      LOG.warn("Retrying job {} after a pause: {}", run.jobId(), failure.toString());
    }
  }

  /** Backoff in proportion to the time without progress. */
  private static Duration backoff(ClaimedJob job) {
    Duration tenth = job.idle().dividedBy(10);
    if (tenth.compareTo(PAUSE) < 0) {
      return PAUSE;
    }
    return tenth.compareTo(MAX_BACKOFF) > 0 ? MAX_BACKOFF : tenth;
  }

  private void release(JobRun run, Duration pause, boolean isAttempt, @Nullable String error) {
    run.await(() -> store.release(run.lease(), pause, isAttempt, error));
  }
}
