package dev.tradewind.customer.password;

import dev.tradewind.kernel.operation.Problem;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import io.vertx.core.shareddata.LocalMap;
import io.vertx.core.shareddata.Shareable;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Hashes and checks passwords with Argon2id on a small pool of worker threads of its own, so that
 * neither event loops nor other blocking work wait for it. The pool and its queue are one for all
 * instances in this JVM; who finds the queue full is told when to come again.
 */
public final class Passwords {

  private static final String POOL = "password-hashing";
  private static final int PARALLELISM = 1;
  private static final int HASH_BYTES = 32;
  private static final int SALT_BYTES = 16;

  /** Room for those who are served and those who wait, and how long one of them takes. */
  private static final class Room extends Semaphore implements Shareable {
    private static final long serialVersionUID = 1L;

    private final int places;
    private final AtomicLong usualNanos = new AtomicLong();

    private Room(int places) {
      super(places);
      this.places = places;
    }

    private void took(long nanos) {
      usualNanos.updateAndGet(usual -> usual == 0 ? nanos : usual + (nanos - usual) / 8);
    }

    /** Until those who are here now have been served. */
    private Duration wait(int threads) {
      return Duration.ofNanos(usualNanos.get() * (places - availablePermits()) / threads);
    }
  }

  /** A place, which its holder may use for as many hashes as he needs, one after the other. */
  public final class HashSlot {

    private HashSlot() {}

    /** The hash in PHC form, with its parameters and a random salt. */
    public Future<String> hash(String password) {
      return work(() -> argon2id(password));
    }

    /**
     * Holds a password against what is stored.
     *
     * @param stored absent where there is nobody to hold it against; that takes as long
     */
    public Future<PasswordCheck> check(String password, @Nullable String stored) {
      return work(() -> checkNow(password, stored));
    }
  }

  private final SecureRandom random = new SecureRandom();
  private final Argon2Cost cost;
  private final WorkerExecutor workers;
  private final Room room;
  private final int threads;

  public Passwords(Vertx vertx, PasswordSettings settings) {
    this.cost = new Argon2Cost(settings.memoryKib(), settings.iterations(), PARALLELISM);
    this.threads = settings.threads();
    this.workers = vertx.createSharedWorkerExecutor(POOL, settings.threads());
    LocalMap<String, Room> rooms = vertx.sharedData().getLocalMap(POOL);
    this.room =
        rooms.computeIfAbsent(POOL, name -> new Room(settings.threads() + settings.queue()));
  }

  /**
   * Runs what will need a hash. Where all places are taken it fails with {@code TooManyRequests}
   * before anything else is done, so that a flood costs next to nothing.
   */
  public <T> Future<T> withSlot(Function<HashSlot, Future<T>> work) {
    if (!room.tryAcquire()) {
      return Future.failedFuture(
          new Problem.TooManyRequests("Too many requests. Please retry.", room.wait(threads))
              .toException());
    }
    return Future.<T>future(promise -> work.apply(new HashSlot()).onComplete(promise))
        .onComplete(done -> room.release());
  }

  /** See {@link HashSlot#hash}. */
  public Future<String> hash(String password) {
    return withSlot(slot -> slot.hash(password));
  }

  /** See {@link HashSlot#check}. */
  public Future<PasswordCheck> check(String password, @Nullable String stored) {
    return withSlot(slot -> slot.check(password, stored));
  }

  private PasswordCheck checkNow(String password, @Nullable String stored) {
    Optional<Argon2Hash> argon2 = Optional.ofNullable(stored).flatMap(Argon2Hash::parse);
    if (argon2.isPresent()) {
      if (!argon2.get().matches(password)) {
        return new PasswordCheck.Mismatch();
      }
      return argon2.get().cost().equals(cost)
          ? new PasswordCheck.Match()
          : new PasswordCheck.NeedsRehash(argon2id(password));
    }
    // An old hash is checked in no time; how long the answer takes must not tell of it.
    String fresh = argon2id(password);
    Optional<ScryptHash> old = Optional.ofNullable(stored).flatMap(ScryptHash::parse);
    return old.filter(hash -> hash.matches(password)).isPresent()
        ? new PasswordCheck.NeedsRehash(fresh)
        : new PasswordCheck.Mismatch();
  }

  private String argon2id(String password) {
    byte[] salt = new byte[SALT_BYTES];
    random.nextBytes(salt);
    return Argon2Hash.of(password, cost, salt, HASH_BYTES).encoded();
  }

  private <T> Future<T> work(Callable<T> work) {
    return workers.executeBlocking(
        () -> {
          // Where the JVM is told to pass it on, everything else goes first.
          Thread.currentThread().setPriority(Thread.MIN_PRIORITY);
          long begun = System.nanoTime();
          try {
            return work.call();
          } finally {
            room.took(System.nanoTime() - begun);
          }
        },
        false);
  }

  /** Lets the threads go; what is under way is finished. */
  public Future<Void> close() {
    return workers.close();
  }
}
