package dev.tradewind.launcher.cluster;

import dev.tradewind.kernel.operation.ClusterKeys;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import io.vertx.core.spi.cluster.NodeInfo;
import io.vertx.core.spi.cluster.RegistrationInfo;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * Signatures of the entries in Hazelcast, where every member can write: event-bus registrations,
 * and the host and port of each node. Entries without a genuine signature are ignored.
 *
 * <p>The signature of a registration is its sequence number, which the event bus only compares: one
 * byte to tell the consumers of a node at one address apart, and 56 bits of the HMAC. A guess costs
 * an operation of the cluster, so that is enough, and the entries keep their form.
 */
public final class SignedRegistrations {

  private static final String SIGNATURE = "signature";

  /** Values of the byte that tells the consumers of a node at one address apart. */
  public static final int CONSUMERS = 1 << Byte.SIZE;

  /** Bytes of the signature of a registration. */
  private static final int LENGTH = Long.BYTES - 1;

  private final ClusterKeys keys;

  public SignedRegistrations(ClusterKeys keys) {
    this.keys = keys;
  }

  /**
   * The registration as it is stored.
   *
   * @param consumer number of the consumer among the consumers of the node at the address
   */
  public RegistrationInfo sign(String address, RegistrationInfo registration, int consumer) {
    byte[] signature = keys.sign(signedPart(address, registration, consumer));
    long sequence = ByteBuffer.wrap(signature).getLong() & -CONSUMERS | consumer;
    return new RegistrationInfo(registration.nodeId(), sequence, registration.localOnly());
  }

  /** Number of the consumer in a stored registration. */
  public static int consumer(RegistrationInfo stored) {
    return (int) (stored.seq() & CONSUMERS - 1);
  }

  /** The registrations at an address that nodes of this cluster have signed. */
  public List<RegistrationInfo> genuine(String address, List<RegistrationInfo> registrations) {
    return registrations.stream().filter(registration -> isGenuine(address, registration)).toList();
  }

  private boolean isGenuine(String address, RegistrationInfo registration) {
    byte[] sequence = ByteBuffer.allocate(Long.BYTES).putLong(registration.seq()).array();
    return keys.verifyTruncated(
        Arrays.copyOf(sequence, LENGTH),
        LENGTH,
        signedPart(address, registration, consumer(registration)));
  }

  private static Buffer signedPart(String address, RegistrationInfo registration, int consumer) {
    Buffer part = text(Buffer.buffer(), "registration");
    text(text(part, address), registration.nodeId());
    return part.appendByte((byte) (registration.localOnly() ? 1 : 0)).appendInt(consumer);
  }

  /** The host and port of a node as they are stored. */
  public NodeInfo sign(String nodeId, NodeInfo info) {
    byte[] signature = keys.sign(signedPart(nodeId, info));
    return new NodeInfo(info.host(), info.port(), new JsonObject().put(SIGNATURE, signature));
  }

  public boolean isGenuine(String nodeId, NodeInfo info) {
    try {
      byte[] signature = info.metadata() == null ? null : info.metadata().getBinary(SIGNATURE);
      return signature != null && keys.verify(signature, signedPart(nodeId, info));
    } catch (IllegalArgumentException | ClassCastException malformed) {
      return false;
    }
  }

  private static Buffer signedPart(String nodeId, NodeInfo info) {
    Buffer part = text(Buffer.buffer(), "node");
    return text(text(part, nodeId), info.host()).appendInt(info.port());
  }

  /** A text after its length, so that none can shift into the next. */
  private static Buffer text(Buffer part, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return part.appendInt(bytes.length).appendBytes(bytes);
  }
}
