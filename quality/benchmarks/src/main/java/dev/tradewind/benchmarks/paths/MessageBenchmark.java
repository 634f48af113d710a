package dev.tradewind.benchmarks.paths;

import dev.tradewind.api.catalog.QuoteRequest;
import dev.tradewind.api.order.PlaceOrderRequest;
import dev.tradewind.kernel.json.JsonBytes;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullUnmarked;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Benchmark of the messages between verticles, from a record to the bytes on the bus and back: the
 * largest one, an order of three line items, and a small one.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 4, time = 2)
@Measurement(iterations = 5, time = 2)
@NullUnmarked
public class MessageBenchmark {

  private static final String ORDER = "/messages/place-order-request.json";

  private PlaceOrderRequest order;
  private Buffer sentOrder;
  private QuoteRequest quotes;
  private Buffer sentQuotes;

  @Setup
  public void prepareMessages() throws IOException {
    try (InputStream file = Objects.requireNonNull(getClass().getResourceAsStream(ORDER))) {
      order = PlaceOrderRequest.parse(Buffer.buffer(file.readAllBytes()).toJsonObject());
    }
    sentOrder = writeOrder();
    quotes =
        QuoteRequest.of(
            "reg_01KAT5V0",
            "sc_01KAT5T0",
            List.of(
                new QuoteRequest.Item("variant_01KAT5Z0", 2),
                new QuoteRequest.Item("variant_01KAT5Z1", 1)));
    sentQuotes = writeQuotes();
  }

  @Benchmark
  public Buffer writeOrder() {
    return JsonBytes.of(order.toJson());
  }

  @Benchmark
  public PlaceOrderRequest readOrder() {
    return PlaceOrderRequest.parse(sentOrder.toJsonObject());
  }

  /** The share of {@link #readOrder} that parses the bytes. */
  @Benchmark
  public JsonObject parseOrder() {
    return sentOrder.toJsonObject();
  }

  @Benchmark
  public Buffer writeQuotes() {
    return JsonBytes.of(quotes.toJson());
  }

  @Benchmark
  public QuoteRequest readQuotes() {
    return QuoteRequest.parse(sentQuotes.toJsonObject());
  }
}
