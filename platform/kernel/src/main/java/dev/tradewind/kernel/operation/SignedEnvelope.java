package dev.tradewind.kernel.operation;

import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.DeliveryContext;
import io.vertx.core.eventbus.Message;
import io.vertx.core.eventbus.MessageCodec;
import io.vertx.core.eventbus.impl.MessageImpl;
import io.vertx.core.eventbus.impl.OutboundDeliveryContext;
import io.vertx.core.eventbus.impl.clustered.ClusteredMessage;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Signed envelope of the messages between nodes: every message carries an HMAC-SHA-256 under the
 * cluster key over its address, its reply address, all of its headers (operation, principal,
 * deadline) and its body. Inbound messages without a genuine signature, and those past their
 * deadline, are dropped before any handler sees them.
 *
 * <p>A response is signed with the address it is sent to. That address is random and used for one
 * request, so a response cannot be passed off as the response to another request. A replay ends
 * with the deadline. Messages that stay in this JVM are neither signed nor verified.
 */
public final class SignedEnvelope {

  private static final Logger LOG = LoggerFactory.getLogger(SignedEnvelope.class);

  static final String SIGNATURE = "signature";

  /** Separates these signatures from signatures of other uses of the key. */
  private static final String PURPOSE = "message";

  /** Validity of a message without a deadline of its own. */
  private static final Duration VALIDITY = Duration.ofMinutes(1);

  private static final long LOG_INTERVAL_MILLIS = TimeUnit.SECONDS.toMillis(10);

  /**
   * Names of the codecs of the bodies that nodes send. Others, such as serialized objects, are not
   * even decoded.
   */
  private static final Set<String> CODECS =
      Set.of("null", "string", "buffer", "jsonobject", "replyexception");

  private static final Comparator<Map.Entry<String, String>> BY_NAME =
      Comparator.comparing(header -> header.getKey().toLowerCase(Locale.ROOT));

  private final ClusterKeys keys;
  private final Clock clock;
  private final AtomicLong dropped = new AtomicLong();
  private final AtomicLong nextLog = new AtomicLong();

  SignedEnvelope(ClusterKeys keys, Clock clock) {
    this.keys = keys;
    this.clock = clock;
  }

  /** Signs and verifies the messages of a clustered Vert.x instance, from before its first one. */
  public static void install(Vertx vertx, ClusterKeys keys, Clock clock) {
    SignedEnvelope envelope = new SignedEnvelope(keys, clock);
    vertx.eventBus().addOutboundInterceptor(envelope::signOutbound);
    vertx.eventBus().addInboundInterceptor(envelope::verifyInbound);
  }

  /** Whether another process sent the message. */
  static boolean isFromWire(Message<?> message) {
    return message instanceof ClusteredMessage<?, ?> clustered && clustered.isFromWire();
  }

  private <T> void signOutbound(DeliveryContext<T> delivery) {
    if (delivery instanceof OutboundDeliveryContext<T> outbound
        && !outbound.options.isLocalOnly()
        && delivery.message() instanceof MessageImpl<?, ?> message) {
      sign(message, delivery.body());
    }
    delivery.next();
  }

  private <T> void verifyInbound(DeliveryContext<T> delivery) {
    if (!isFromWire(delivery.message())
        || delivery.message() instanceof MessageImpl<?, ?> message && isGenuine(message)) {
      delivery.next();
    } else {
      reportDropped(delivery.message().address());
    }
  }

  private void sign(MessageImpl<?, ?> message, @Nullable Object body) {
    MultiMap headers = message.headers();
    if (!headers.contains(CallContext.DEADLINE)) {
      headers.set(
          CallContext.DEADLINE, Long.toString(clock.instant().plus(VALIDITY).toEpochMilli()));
    }
    headers.set(
        SIGNATURE,
        signature(
            message.address(), message.replyAddress(), headers, encoded(message.codec(), body)));
  }

  private boolean isGenuine(MessageImpl<?, ?> message) {
    return CODECS.contains(message.codec().name())
        && isGenuine(
            message.address(),
            message.replyAddress(),
            message.headers(),
            encoded(message.codec(), message.body()));
  }

  /** The body as the codec writes it; the same bytes at both ends. */
  @SuppressWarnings("unchecked") // a message and its codec have the same type
  private static Buffer encoded(MessageCodec<?, ?> codec, @Nullable Object body) {
    Buffer bytes = Buffer.buffer();
    ((MessageCodec<@Nullable Object, ?>) codec).encodeToWire(bytes, body);
    return bytes;
  }

  String signature(String address, @Nullable String replyAddress, MultiMap headers, Buffer body) {
    return Base64.getEncoder()
        .encodeToString(keys.sign(signedPart(address, replyAddress, headers), body));
  }

  boolean isGenuine(String address, @Nullable String replyAddress, MultiMap headers, Buffer body) {
    String signature = headers.get(SIGNATURE);
    String deadline = headers.get(CallContext.DEADLINE);
    try {
      return signature != null
          && deadline != null
          && keys.verify(
              Base64.getDecoder().decode(signature),
              signedPart(address, replyAddress, headers),
              body)
          && clock.millis() <= Long.parseLong(deadline);
    } catch (IllegalArgumentException malformed) {
      return false;
    }
  }

  /** Everything beside the body. Each text is preceded by its length, so that none can shift. */
  private static Buffer signedPart(
      String address, @Nullable String replyAddress, MultiMap headers) {
    Buffer part = Buffer.buffer(512);
    append(part, PURPOSE);
    append(part, address);
    append(part, replyAddress == null ? "" : replyAddress);
    List<Map.Entry<String, String>> sorted = new ArrayList<>(headers.entries());
    sorted.removeIf(header -> header.getKey().equalsIgnoreCase(SIGNATURE));
    sorted.sort(BY_NAME);
    part.appendInt(sorted.size());
    for (Map.Entry<String, String> header : sorted) {
      append(part, header.getKey());
      append(part, header.getValue());
    }
    return part;
  }

  private static void append(Buffer part, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    part.appendInt(bytes.length).appendBytes(bytes);
  }

  /** Logs few lines for many messages, so that their sender cannot fill the log. */
  private void reportDropped(String address) {
    dropped.incrementAndGet();
    long now = clock.millis();
    long next = nextLog.get();
    if (now >= next && nextLog.compareAndSet(next, now + LOG_INTERVAL_MILLIS)) {
      LOG.warn(
          "Dropped {} messages past their deadline or without a valid signature, the last to {}",
          dropped.getAndSet(0),
          address);
    }
  }
}
