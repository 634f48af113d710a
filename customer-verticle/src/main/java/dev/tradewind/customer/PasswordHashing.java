package dev.tradewind.customer;

import com.password4j.Argon2Function;
import com.password4j.Password;
import com.password4j.types.Argon2;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import java.security.SecureRandom;

/**
 * Hashes passwords with Argon2id on a small pool of worker threads of its own, so that neither
 * event loops nor other blocking work wait for it.
 */
public final class PasswordHashing {

  private static final int MEMORY_KIB = 19 * 1024;
  private static final int ITERATIONS = 2;
  private static final int PARALLELISM = 1;
  private static final int HASH_BYTES = 32;
  private static final int SALT_BYTES = 16;
  private static final int THREADS = 2;

  private static final Argon2Function ARGON2ID =
      Argon2Function.getInstance(MEMORY_KIB, ITERATIONS, PARALLELISM, HASH_BYTES, Argon2.ID);

  private final SecureRandom random = new SecureRandom();
  private final WorkerExecutor workers;

  public PasswordHashing(Vertx vertx) {
    this.workers = vertx.createSharedWorkerExecutor("password-hashing", THREADS);
  }

  /** The hash in PHC form, with its parameters and a random salt. */
  public Future<String> hash(String password) {
    return workers.executeBlocking(
        () -> {
          byte[] salt = new byte[SALT_BYTES];
          random.nextBytes(salt);
          return Password.hash(password).addSalt(salt).with(ARGON2ID).getResult();
        },
        false);
  }

  public Future<Boolean> matches(String password, String hash) {
    return workers.executeBlocking(
        () -> Password.check(password, hash).with(Argon2Function.getInstanceFromHash(hash)), false);
  }

  /** Lets the threads go; what is under way is finished. */
  public Future<Void> close() {
    return workers.close();
  }
}
