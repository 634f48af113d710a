package dev.tradewind.acceptance;

import dev.tradewind.providers.test.SessionlessPaymentProvider;
import dev.tradewind.spi.payment.Authorization;
import dev.tradewind.spi.payment.PaymentCall;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Payment provider that authorizes, captures and refunds everything and writes it into a file,
 * which outlives the nodes that ask. The same key is the same authorization, however often it is
 * asked; what was never asked is not known, and canceling it leaves no trace.
 */
public final class LedgerPaymentProvider extends SessionlessPaymentProvider {

  public static final String ID = "ledger";

  /** System property with the path of the file. */
  public static final String FILE = "tradewind.test.ledger";

  /** Keys of the open authorizations of that cart in the file. */
  public static Set<String> heldFor(Path ledger, String cartId) {
    return held(ledger).getOrDefault(cartId, Set.of());
  }

  /** Keys of the open authorizations in the file, by cart. */
  public static Map<String, Set<String>> held(Path ledger) {
    Map<String, Set<String>> held = new HashMap<>();
    Set<String> authorized = new HashSet<>();
    for (String line : lines(ledger)) {
      String[] words = line.split(" ");
      Set<String> ofCart = held.computeIfAbsent(words[1], cart -> new HashSet<>());
      if (words[0].equals("cancel")) {
        ofCart.remove(words[2]);
      } else if (words[0].equals("authorize") && authorized.add(words[2])) {
        // A key is authorized once; asked again it is answered as before.
        ofCart.add(words[2]);
      }
    }
    return held;
  }

  /** Amounts captured or refunded for that cart, by idempotency key: a key moves money once. */
  public static Map<String, Long> moved(Path ledger, String what, String cartId) {
    return moved(ledger, words -> words[0].equals(what) && words[1].equals(cartId));
  }

  /** Amounts captured or refunded, by idempotency key. */
  public static Map<String, Long> moved(Path ledger, String what) {
    return moved(ledger, words -> words[0].equals(what));
  }

  private static Map<String, Long> moved(Path ledger, Predicate<String[]> isMeant) {
    Map<String, Long> moved = new HashMap<>();
    lines(ledger).stream()
        .map(line -> line.split(" "))
        .filter(isMeant)
        .forEach(words -> moved.put(words[2], Long.valueOf(words[3])));
    return moved;
  }

  /** Writes down that money was captured or refunded under the key. */
  public static void move(Path ledger, String what, String cartId, String key, long amount) {
    append(ledger, what, cartId, key + " " + amount);
  }

  private static List<String> lines(Path ledger) {
    try {
      return Files.exists(ledger) ? Files.readAllLines(ledger) : List.of();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** Writes down that money of the cart is held under the key. */
  public static void hold(Path ledger, String cartId, String key) {
    append(ledger, "authorize", cartId, key);
  }

  private static void note(String what, PaymentCall call) {
    append(Path.of(System.getProperty(FILE)), what, call.resourceId(), call.idempotencyKey());
  }

  private static void append(Path ledger, String what, String cartId, String key) {
    try {
      Files.writeString(
          ledger,
          what + " " + cartId + " " + key + "\n",
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  @Override
  public String id() {
    return ID;
  }

  @Override
  public Future<Authorization> authorize(PaymentCall call, JsonObject data) {
    note("authorize", call);
    return Future.succeededFuture(
        new Authorization(Authorization.Status.AUTHORIZED, new JsonObject()));
  }

  @Override
  public Future<Authorization> findAuthorization(PaymentCall call, JsonObject data) {
    Path ledger = Path.of(System.getProperty(FILE));
    String line = "authorize " + call.resourceId() + " " + call.idempotencyKey();
    Authorization.Status status =
        heldFor(ledger, call.resourceId()).contains(call.idempotencyKey())
            ? Authorization.Status.AUTHORIZED
            : lines(ledger).contains(line)
                ? Authorization.Status.CANCELED
                : Authorization.Status.ERROR;
    return Future.succeededFuture(new Authorization(status, new JsonObject()));
  }

  @Override
  public Future<JsonObject> capture(PaymentCall call, JsonObject data) {
    move("capture", call);
    return Future.succeededFuture(data);
  }

  @Override
  public Future<JsonObject> refund(PaymentCall call, JsonObject data) {
    move("refund", call);
    return Future.succeededFuture(data);
  }

  private static void move(String what, PaymentCall call) {
    move(
        Path.of(System.getProperty(FILE)),
        what,
        call.resourceId(),
        call.idempotencyKey(),
        call.amount());
  }

  @Override
  public Future<JsonObject> cancel(PaymentCall call, JsonObject data) {
    note("cancel", call);
    return Future.succeededFuture(data);
  }
}
