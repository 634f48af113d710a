package dev.tradewind.customer.oauthapp;

import dev.tradewind.kernel.async.Futures;
import dev.tradewind.kernel.background.BackgroundTask;
import dev.tradewind.kernel.token.SecretCipher;
import dev.tradewind.kernel.token.SigningKeys;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Encryption at rest of the tokens of applications. The background task encrypts those that an
 * earlier version stored in clear, and after a rotation of keys all of them under the first key.
 */
public final class AppTokens {

  private static final Logger LOG = LoggerFactory.getLogger(AppTokens.class);
  private static final String PURPOSE = "oauth-application";
  private static final String ENCRYPTED = "encrypted";
  private static final Duration INTERVAL = Duration.ofHours(1);

  /**
   * Tokens of an application.
   *
   * @param isCurrent whether all are encrypted under the first key
   */
  private record Opened(JsonObject tokens, boolean isCurrent) {}

  private final Pool pool;
  private final AppStore store;
  private final SecretCipher cipher;

  public AppTokens(Pool pool, AppStore store, SigningKeys keys) {
    this.pool = pool;
    this.store = store;
    this.cipher = new SecretCipher(keys, PURPOSE);
  }

  /** The stored form of the tokens. */
  JsonObject encrypt(JsonObject tokens, String appId) {
    byte[] encrypted = cipher.encrypt(tokens.toBuffer().getBytes(), appId);
    return new JsonObject().put(ENCRYPTED, Base64.getEncoder().encodeToString(encrypted));
  }

  /** Tokens from their stored form; empty if their key was removed. */
  Optional<JsonObject> decrypt(JsonObject stored, String appId) {
    return opened(stored, appId).map(Opened::tokens);
  }

  /** During a rolling upgrade a node of an earlier version adds tokens in clear. */
  private Optional<Opened> opened(JsonObject stored, String appId) {
    JsonObject clear = stored.copy();
    Object encrypted = clear.remove(ENCRYPTED);
    if (encrypted == null) {
      return Optional.of(new Opened(clear, false));
    }
    Optional<SecretCipher.Decrypted> found =
        cipher.decrypt(Base64.getDecoder().decode(encrypted.toString()), appId);
    if (found.isEmpty()) {
      LOG.warn("Cannot decrypt the tokens of application {}: their key was removed", appId);
    }
    return found.map(secret ->
        new Opened(
            new JsonObject(Buffer.buffer(secret.secret())).mergeIn(clear),
            secret.isCurrent() && clear.isEmpty()));
  }

  public BackgroundTask task() {
    return BackgroundTask.every(INTERVAL, "encrypt-app-tokens", this::encryptAll);
  }

  /** Encrypts all tokens that are in clear, or under another key than the first. */
  Future<Void> encryptAll() {
    return store.stored(pool).compose(this::encrypt);
  }

  private Future<Void> encrypt(Map<String, JsonObject> stored) {
    Map<String, JsonObject> renewed = new HashMap<>();
    stored.forEach((appId, data) ->
        opened(data, appId)
            .filter(found -> !found.isCurrent())
            .ifPresent(found -> renewed.put(appId, encrypt(found.tokens(), appId))));
    return Futures.unless(
        renewed.isEmpty(),
        () ->
            store
                .replace(pool, stored, renewed)
                .onSuccess(
                    replaced -> LOG.info("Encrypted the tokens of {} applications", replaced))
                .mapEmpty());
  }
}
