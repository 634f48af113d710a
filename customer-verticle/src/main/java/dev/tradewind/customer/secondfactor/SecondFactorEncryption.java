package dev.tradewind.customer.secondfactor;

import dev.tradewind.kernel.async.Futures;
import dev.tradewind.kernel.background.BackgroundTask;
import dev.tradewind.kernel.token.SigningKeys;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Background task that encrypts the secrets of one-time passwords under the first key: secrets of
 * users who do not log in, after an upgrade or a rotation of keys. It comes an hour after the
 * start, when all nodes of a rolling upgrade can read the new form.
 */
public final class SecondFactorEncryption {

  private static final Logger LOG = LoggerFactory.getLogger(SecondFactorEncryption.class);
  private static final Duration INTERVAL = Duration.ofHours(1);

  private final SecondFactorStore store;
  private final Pool pool;
  private final SecondFactorSecrets secrets;

  public SecondFactorEncryption(Pool pool, SigningKeys keys, SecondFactorStore store) {
    this.pool = pool;
    this.secrets = new SecondFactorSecrets(keys);
    this.store = store;
  }

  public BackgroundTask task() {
    return BackgroundTask.every(INTERVAL, "encrypt-second-factors", this::encrypt);
  }

  Future<Void> encrypt() {
    return store.findAll(pool).compose(this::encrypt);
  }

  private Future<Void> encrypt(Map<String, byte[]> stored) {
    Map<String, byte[]> renewed = new HashMap<>();
    stored.forEach((userId, secret) ->
        secrets
            .decrypt(secret, userId)
            .filter(found -> !found.isCurrent())
            .ifPresent(found -> renewed.put(userId, secrets.encrypt(found.bytes(), userId))));
    return Futures.unless(
        renewed.isEmpty(),
        () ->
            store
                .replaceSecrets(pool, stored, renewed)
                .onSuccess(
                    replaced -> LOG.info("Encrypted the second factors of {} users", replaced))
                .mapEmpty());
  }
}
