package dev.tradewind.batch.job;

import dev.tradewind.batch.job.JobStoppedException.Reason;
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
  private static final long LOOK_MILLIS = 300;
  private static final long RENEW_MILLIS = 1_000;
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private final Vertx vertx;
  private final JobStore store;
  private final Map<JobType, JobHandler> handlers;
  private final String holder;
  private final Clock clock;
  private final Map<String, JobRun> running = new HashMap<>();
  private @Nullable Promise<Void> idle;
  private boolean looks;
  private long looking = -1;
  private long renewing = -1;

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

  /** From now on it works, on the event loop of the caller. */
  public void start() {
    looking = vertx.setPeriodic(LOOK_MILLIS, tick -> poll());
    renewing = vertx.setPeriodic(RENEW_MILLIS, tick -> running.values().forEach(this::renew));
  }

  /** Takes nothing new, and gives back what it is at as soon as that is whole. */
  public Future<Void> stop() {
    vertx.cancelTimer(looking);
    Promise<Void> stopped = Promise.promise();
    idle = stopped;
    running.values().forEach(run -> run.stop(Reason.LEAVING));
    if (running.isEmpty()) {
      stopped.tryComplete();
    }
    return stopped
        .future()
        .eventually(() -> {
          vertx.cancelTimer(renewing);
          return Future.succeededFuture();
        });
  }

  private void poll() {
    if (looks || idle != null || running.size() >= MOST) {
      return;
    }
    looks = true;
    store
        .claim(holder)
        .onComplete(claimed -> {
          looks = false;
          if (claimed.failed()) {
            LOG.debug("No job could be looked for: {}", claimed.cause().toString());
          } else {
            claimed.result().ifPresent(this::begin);
          }
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
    poll();
  }

  private void end(JobRun run) {
    running.remove(run.jobId());
    if (idle != null && running.isEmpty()) {
      idle.tryComplete();
    }
  }

  private void renew(JobRun run) {
    store
        .renew(run.lease())
        .onSuccess(outcome -> {
          switch (outcome) {
            case DONE -> {}
            case CANCELED -> run.stop(Reason.CANCELED);
            case LOST -> run.stop(Reason.LOST);
          }
        })
        .onFailure(failure ->
            LOG.warn("The lease of job {} was not renewed: {}", run.jobId(), failure.toString()));
  }

  private void work(ClaimedJob job, JobRun run) {
    JobHandler handler = handlers.get(job.type());
    if (handler == null) {
      giveBack(run, PAUSE, false); // A type of a newer version; its nodes work on it.
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
        case "completed" -> {
          return true;
        }
        case "failed", "canceled" -> throw new JobStoppedException(Reason.CANCELED);
        case "created" -> {
          requireAttemptsLeft(job);
          handler.preProcess(run);
          run.preProcessed();
          if (job.isDryRun()) {
            return false;
          }
        }
        default -> requireAttemptsLeft(job);
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
      tryLater(run, failure);
      return false;
    }
  }

  private static void requireAttemptsLeft(ClaimedJob job) {
    if (job.attempts() > MOST_ATTEMPTS) {
      throw new JobFailedException(
          "The job was given up after " + MOST_ATTEMPTS + " attempts that got no further");
    }
  }

  /** What breaks is tried again by whoever comes next; who is away is no attempt. */
  private void tryLater(JobRun run, RuntimeException failure) {
    Problem problem = ProblemMapper.problem(failure);
    if (problem instanceof Problem.InternalError) {
      LOG.error("Job {} met a defect", run.jobId(), failure);
    }
    giveBack(run, PAUSE, !(problem instanceof Problem.Unavailable));
    if (!(failure instanceof ProblemException)) {
      LOG.warn("Job {} pauses: {}", run.jobId(), failure.toString());
    }
  }

  private void giveBack(JobRun run, Duration pause, boolean isAttempt) {
    run.await(() -> store.giveBack(run.lease(), pause, isAttempt));
  }
}
