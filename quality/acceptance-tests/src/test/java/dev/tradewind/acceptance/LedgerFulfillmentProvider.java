package dev.tradewind.acceptance;

import dev.tradewind.spi.ProviderCall;
import dev.tradewind.spi.fulfillment.FulfillmentProvider;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Fulfillment provider that does whatever it is asked and writes it into a file, which outlives the
 * nodes that ask. The same key is the same work, however often it is asked.
 */
public final class LedgerFulfillmentProvider implements FulfillmentProvider {

  public static final String ID = "ledger";

  /** System property with the path of the file. */
  public static final String FILE = "tradewind.test.fulfillment-ledger";

  private static final String CREATE = "create";
  private static final String CANCEL = "cancel";
  private static final String RETURN = "return";

  /** Ids of the fulfillments that were created and not canceled. */
  public static Set<String> open(Path ledger) {
    Set<String> open = subjects(ledger, CREATE);
    open.removeAll(subjects(ledger, CANCEL));
    return open;
  }

  /** Ids of the returns whose shipment was arranged. */
  public static Set<String> returns(Path ledger) {
    return subjects(ledger, RETURN);
  }

  /** Idempotency keys of all calls of a kind, repeated ones included. */
  public static List<String> keys(Path ledger, String kind) {
    try {
      return Files.exists(ledger)
          ? Files.readAllLines(ledger).stream()
              .map(line -> line.split(" "))
              .filter(words -> words[0].equals(kind))
              .map(words -> words[1])
              .toList()
          : List.of();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** The key is that of the operation: the id of its subject and its kind. */
  private static Set<String> subjects(Path ledger, String kind) {
    Set<String> subjects = new HashSet<>();
    keys(ledger, kind).forEach(key -> subjects.add(key.substring(0, key.lastIndexOf(':'))));
    return subjects;
  }

  /** Writes down that a fulfillment was created. */
  public static void create(Path ledger, String fulfillmentId) {
    append(ledger, CREATE + " " + fulfillmentId + ":" + CREATE);
  }

  private static Future<JsonObject> note(String what, ProviderCall call) {
    append(Path.of(System.getProperty(FILE)), what + " " + call.idempotencyKey());
    return Future.succeededFuture(new JsonObject().put("ledger", call.idempotencyKey()));
  }

  private static void append(Path ledger, String line) {
    try {
      Files.writeString(ledger, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  @Override
  public String id() {
    return ID;
  }

  @Override
  public Future<List<JsonObject>> options(ProviderCall call) {
    return Future.succeededFuture(List.of(new JsonObject().put("id", "ledger-parcel")));
  }

  @Override
  public Future<Boolean> validateOption(ProviderCall call, JsonObject optionData) {
    return Future.succeededFuture(true);
  }

  @Override
  public Future<Boolean> canCalculate(ProviderCall call, JsonObject optionData) {
    return Future.succeededFuture(false);
  }

  @Override
  public Future<Long> calculatePrice(
      ProviderCall call, JsonObject optionData, JsonObject data, JsonObject cart) {
    return Future.failedFuture(new UnsupportedOperationException("It has flat rates only"));
  }

  @Override
  public Future<JsonObject> validateData(
      ProviderCall call, JsonObject optionData, JsonObject data, JsonObject cart) {
    return Future.succeededFuture(data);
  }

  @Override
  public Future<JsonObject> createFulfillment(
      ProviderCall call, JsonObject methodData, JsonObject order, JsonObject fulfillment) {
    return note(CREATE, call);
  }

  @Override
  public Future<JsonObject> cancelFulfillment(ProviderCall call, JsonObject fulfillmentData) {
    return note(CANCEL, call);
  }

  @Override
  public Future<JsonObject> createReturn(ProviderCall call, JsonObject returned) {
    return note(RETURN, call);
  }
}
