package dev.tradewind.customer.password;

import dev.tradewind.kernel.operation.Problem;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import io.vertx.core.shareddata.LocalMap;
import io.vertx.core.shareddata.Shareable;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Password hashing with Argon2id on bounded worker pools, so that neither event loops nor other
 * blocking work wait for it. Each {@link Group} of callers has a pool and a queue of its own, which
 * all instances in this JVM share; when the queue is full, requests fail with a time to retry
 * after.
 */
public final class Passwords {

  /** Callers who wait for each other: a flood of one group does not delay another. */
  public enum Group {
    STAFF("password-hashing-staff"),
    CUSTOMERS("password-hashing-customers"),
    REGISTRATION("password-hashing-registration");

    private final String pool;

    Group(String pool) {
      this.pool = pool;
    }
  }

  private static final int PARALLELISM = 1;
  private static final int HASH_BYTES = 32;
  private static final int SALT_BYTES = 16;

  /** Capacity for running and queued requests, and the moving average of a request's duration. */
  private static final class HashQueue extends Semaphore implements Shareable {
    private static final long serialVersionUID = 1L;

    private final int slots;
    private final Map<String, Integer> slotsByNetwork = new ConcurrentHashMap<>();
    private final AtomicLong averageNanos = new AtomicLong();

    private HashQueue(int slots) {
      super(slots);
      this.slots = slots;
    }

    /** Takes a slot, unless all are taken or the network of the caller has half of them. */
    private boolean tryAcquire(@Nullable String network) {
      if (network != null && slotsByNetwork.merge(network, 1, Integer::sum) > (slots + 1) / 2) {
        leave(network);
        return false;
      }
      boolean isAcquired = tryAcquire();
      if (!isAcquired && network != null) {
        leave(network);
      }
      return isAcquired;
    }

    private void release(@Nullable String network) {
      release();
      if (network != null) {
        leave(network);
      }
    }

    private void leave(String network) {
      slotsByNetwork.computeIfPresent(network, (key, taken) -> taken == 1 ? null : taken - 1);
    }

    private void recordDuration(long nanos) {
      averageNanos.updateAndGet(average -> average == 0 ? nanos : average + (nanos - average) / 8);
    }

    /** Estimated time until the present requests are done. */
    private Duration timeToDrain(int threads) {
      return Duration.ofNanos(averageNanos.get() * (slots - availablePermits()) / threads);
    }
  }

  /** Slot in the queue; its holder may compute any number of hashes, one after the other. */
  public final class HashSlot {

    private HashSlot() {}

    /**
     * Hashes a new password in PHC format, with its parameters and a random salt. Fails with {@code
     * InvalidData} if it is breached.
     */
    public Future<String> hash(String password) {
      return work(() -> {
        if (settings.breached() != null) {
          settings.breached().require(password);
        }
        return argon2id(password);
      });
    }

    /**
     * Checks the password against the stored hash.
     *
     * @param stored absent for an unknown account; the check then takes the same time
     */
    public Future<PasswordCheck> check(String password, @Nullable String stored) {
      return work(() -> checkNow(password, stored));
    }
  }

  private final SecureRandom random = new SecureRandom();
  private final Vertx vertx;
  private final PasswordSettings settings;
  private final Argon2Cost cost;
  private final WorkerExecutor workers;
  private final HashQueue queue;

  /** Password hashing for staff. */
  public Passwords(Vertx vertx, PasswordSettings settings) {
    this(vertx, settings, Group.STAFF);
  }

  private Passwords(Vertx vertx, PasswordSettings settings, Group group) {
    this.vertx = vertx;
    this.settings = settings;
    this.cost = new Argon2Cost(settings.memoryKib(), settings.iterations(), PARALLELISM);
    this.workers = vertx.createSharedWorkerExecutor(group.pool, settings.threads());
    LocalMap<String, HashQueue> queues = vertx.sharedData().getLocalMap("password-hashing");
    this.queue =
        queues.computeIfAbsent(
            group.pool, name -> new HashQueue(settings.threads() + settings.queue()));
  }

  /** The same hashing with the capacity of another group. */
  public Passwords of(Group group) {
    return new Passwords(vertx, settings, group);
  }

  /**
   * Runs work that will hash. If all slots are taken it fails with {@code TooManyRequests} before
   * the work starts, so that a flood costs almost nothing.
   *
   * @param network of the caller, which gets half of the slots at most; absent for trusted callers
   */
  public <T> Future<T> withSlot(@Nullable String network, Function<HashSlot, Future<T>> work) {
    if (!queue.tryAcquire(network)) {
      return Future.failedFuture(
          Problem.tooManyRequests(
              "Too many requests. Please retry.", queue.timeToDrain(settings.threads())));
    }
    return Future.<T>future(promise -> work.apply(new HashSlot()).onComplete(promise))
        .onComplete(done -> queue.release(network));
  }

  /** See {@link HashSlot#hash}. */
  public Future<String> hash(String password) {
    return withSlot(null, slot -> slot.hash(password));
  }

  /** Hashes the password for a caller on that network, see {@link #withSlot}. */
  public Future<String> hash(String network, String password) {
    return withSlot(network, slot -> slot.hash(password));
  }

  /** See {@link HashSlot#check}. */
  public Future<PasswordCheck> check(String password, @Nullable String stored) {
    return withSlot(null, slot -> slot.check(password, stored));
  }

  private PasswordCheck checkNow(String password, @Nullable String stored) {
    Optional<Argon2Hash> argon2 = Optional.ofNullable(stored).flatMap(Argon2Hash::parse);
    if (argon2.isPresent()) {
      if (!argon2.get().matches(password)) {
        return new PasswordCheck.Mismatch();
      }
      if (argon2.get().cost().equals(cost)) {
        return new PasswordCheck.Match();
      }
      return new PasswordCheck.NeedsRehash(argon2id(password));
    }
    // A check of an outdated hash is faster; the response time must not reveal it.
    String fresh = argon2id(password);
    Optional<ScryptHash> old = Optional.ofNullable(stored).flatMap(ScryptHash::parse);
    if (old.filter(hash -> hash.matches(password)).isPresent()) {
      return new PasswordCheck.NeedsRehash(fresh);
    }
    return new PasswordCheck.Mismatch();
  }

  private String argon2id(String password) {
    byte[] salt = new byte[SALT_BYTES];
    random.nextBytes(salt);
    return Argon2Hash.of(password, cost, salt, HASH_BYTES).encoded();
  }

  private <T> Future<T> work(Callable<T> work) {
    return workers.executeBlocking(
        () -> {
          // Lowest priority, if the JVM honors thread priorities.
          Thread.currentThread().setPriority(Thread.MIN_PRIORITY);
          long startedAt = System.nanoTime();
          try {
            return work.call();
          } finally {
            queue.recordDuration(System.nanoTime() - startedAt);
          }
        },
        false);
  }

  /** Closes the pool after the running hashes. */
  public Future<Void> close() {
    return workers.close();
  }
}
