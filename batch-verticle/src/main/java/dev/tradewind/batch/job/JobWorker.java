package dev.tradewind.batch.job;

import dev.tradewind.batch.job.JobStoppedException.Reason;
import dev.tradewind.kernel.background.BackgroundTask;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.ProblemException;
import dev.tradewind.kernel.operation.ProblemMapper;
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
 * Looks for jobs on which nobody works and works on them, a few at a time, each on a virtual
 * thread. While it does it renews its lease every second, so that another worker takes a job over
 * seconds after this one has died.
 */
public final class JobWorker {

  private static final Logger LOG = LoggerFactory.getLogger(JobWorker.class);

  private static final int MOST = 2;
  private static final int MOST_ATTEMPTS = 5;
  private static final Duration CLAIM_INTERVAL = Duration.ofMillis(300);
  private static final Duration RENEW_INTERVAL = Duration.ofSeconds(1);
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

  /** A job that waited that long for another part of the service is given up like any other. */
  private static final Duration LONGEST_OUTAGE = Duration.ofDays(1);

  private final Vertx vertx;
  private final JobStore store;
  private final Map<JobType, JobHandler> handlers;
  private final String holder;
  private final Clock clock;
  private final Map<String, JobRun> running = new HashMap<>();
  private @Nullable Promise<Void> idle;

  /**
   * @param holder names this worker in leases
   */
  public JobWorker(
      Vertx vertx, JobStore store, Map<JobType, JobHandler> handlers, String holder, Clock clock) {
    this.vertx = vertx;
    this.store = store;
    this.handlers = Map.copyOf(handlers);
    this.holder = holder;
    this.clock = clock;
  }

  /** The tasks that make it work, on the event loop that runs them. */
  public List<BackgroundTask> tasks() {
    return List.of(
        BackgroundTask.every(CLAIM_INTERVAL, "claim-jobs", this::poll),
        BackgroundTask.every(RENEW_INTERVAL, "renew-job-leases", this::renewAll));
  }

  /** Takes nothing new, and gives back what it is at as soon as that is whole. */
  public Future<Void> stop() {
    Promise<Void> stopped = Promise.promise();
    idle = stopped;
    running.values().forEach(run -> run.stop(Reason.LEAVING));
    if (running.isEmpty()) {
      stopped.tryComplete();
    }
    return stopped.future();
  }

  /** Claims jobs until there are none, or this worker has as many as it takes at once. */
  private Future<Void> poll() {
    if (idle != null || running.size() >= MOST) {
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
            // The lease ends by itself, and somebody goes on.
            LOG.warn("Job {} is left to the next worker: {}", run.jobId(), failure.toString());
          } finally {
            eventLoop.runOnContext(end -> end(run));
          }
        });
  }

  private void end(JobRun run) {
    running.remove(run.jobId());
    if (idle != null && running.isEmpty()) {
      idle.tryComplete();
    }
  }

  private Future<?> renewAll() {
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
      giveBack(run, pause(job), false); // A type of a newer version; its nodes work on it.
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
          giveBack(run, Duration.ZERO, false);
          return;
        }
        case CANCELED -> handler.cleanUp(run, false);
      }
    } catch (JobFailedException failed) {
      if (!isOurs(() -> run.failed(failed.errors()))) {
        return;
      }
      handler.cleanUp(run, false);
    }
    run.await(() -> store.end(run.lease()));
  }

  /** Takes a step that does not matter where the job has been canceled meanwhile. */
  private static boolean isOurs(Runnable step) {
    try {
      step.run();
      return true;
    } catch (JobStoppedException stopped) {
      return stopped.reason() != Reason.LOST;
    }
  }

  /** Does what is left to do; whether that is all. */
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
      run.processing();
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
      tryLater(job, run, failure);
      return false;
    }
  }

  private static void requireAttemptsLeft(ClaimedJob job) {
    if (job.attempts() > MOST_ATTEMPTS) {
      throw new JobFailedException(
          "The job was given up after " + MOST_ATTEMPTS + " attempts that got no further");
    }
  }

  /**
   * Leaves the job to the next worker. A service that is unavailable is no failed attempt of the
   * job, unless it has been for too long.
   */
  private void tryLater(ClaimedJob job, JobRun run, RuntimeException failure) {
    Problem problem = ProblemMapper.problem(failure);
    if (problem instanceof Problem.InternalError) {
      LOG.error("Job {} met a defect", run.jobId(), failure);
    }
    boolean mayWait =
        problem instanceof Problem.Unavailable && job.idle().compareTo(LONGEST_OUTAGE) < 0;
    giveBack(run, pause(job), !mayWait);
    if (!(failure instanceof ProblemException)) {
      LOG.warn("Job {} pauses: {}", run.jobId(), failure.toString());
    }
  }

  /** The longer it got no further, the longer it rests. */
  private static Duration pause(ClaimedJob job) {
    Duration tenth = job.idle().dividedBy(10);
    return tenth.compareTo(PAUSE) < 0
        ? PAUSE
        : tenth.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : tenth;
  }

  private void giveBack(JobRun run, Duration pause, boolean isAttempt) {
    run.await(() -> store.giveBack(run.lease(), pause, isAttempt));
  }
}
