package dev.tradewind.customer.password;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Argon2id, version 1.3 (RFC 9106), in memory that is used again for the next hash: what a hash
 * would leave behind otherwise, the collector has to clear away while shoppers wait. For use by one
 * thread at a time.
 */
final class Argon2id {

  private static final int VERSION = 0x13;
  private static final int TYPE = 2;
  private static final int LONGS = 128;
  private static final int BYTES = LONGS * Long.BYTES;
  private static final int SLICES = 4;
  private static final VarHandle LITTLE =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final long[] mixed = new long[LONGS];
  private final long[] input = new long[LONGS];
  private final long[] addresses = new long[LONGS];
  private final long[] zero = new long[LONGS];
  private long[] memory = new long[0];

  /** The hash of a password, of that many bytes. */
  byte[] hash(byte[] password, byte[] salt, Argon2Parameters parameters, int length) {
    int blocks = parameters.blocks();
    if (memory.length < blocks * LONGS) {
      memory = new long[blocks * LONGS];
    }
    begin(password, salt, parameters, length);
    for (int pass = 0; pass < parameters.iterations(); pass++) {
      for (int slice = 0; slice < SLICES; slice++) {
        for (int lane = 0; lane < parameters.lanes(); lane++) {
          fill(parameters, pass, slice, lane);
        }
      }
    }
    return end(parameters, length);
  }

  private void begin(byte[] password, byte[] salt, Argon2Parameters parameters, int length) {
    ByteBuffer first =
        ByteBuffer.allocate(10 * Integer.BYTES + password.length + salt.length)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putInt(parameters.lanes())
            .putInt(length)
            .putInt(parameters.memoryKib())
            .putInt(parameters.iterations())
            .putInt(VERSION)
            .putInt(TYPE)
            .putInt(password.length)
            .put(password)
            .putInt(salt.length)
            .put(salt)
            // Neither a secret nor associated data.
            .putInt(0)
            .putInt(0);
    ByteBuffer seed =
        ByteBuffer.allocate(Blake2b.LONGEST + 2 * Integer.BYTES)
            .order(ByteOrder.LITTLE_ENDIAN)
            .put(Blake2b.hash(first.array(), Blake2b.LONGEST));
    for (int lane = 0; lane < parameters.lanes(); lane++) {
      for (int column = 0; column < 2; column++) {
        seed.putInt(Blake2b.LONGEST, column).putInt(Blake2b.LONGEST + Integer.BYTES, lane);
        byte[] block = stretched(seed.array(), BYTES);
        int offset = (lane * parameters.laneLength() + column) * LONGS;
        for (int i = 0; i < LONGS; i++) {
          memory[offset + i] = (long) LITTLE.get(block, i * Long.BYTES);
        }
      }
    }
  }

  private byte[] end(Argon2Parameters parameters, int length) {
    byte[] last = new byte[BYTES];
    for (int i = 0; i < LONGS; i++) {
      long all = 0;
      for (int lane = 0; lane < parameters.lanes(); lane++) {
        all ^= memory[((lane + 1) * parameters.laneLength() - 1) * LONGS + i];
      }
      LITTLE.set(last, i * Long.BYTES, all);
    }
    return stretched(last, length);
  }

  /** BLAKE2b of any length; H' of the RFC. */
  private static byte[] stretched(byte[] text, int length) {
    byte[] whole =
        ByteBuffer.allocate(Integer.BYTES + text.length)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putInt(length)
            .put(text)
            .array();
    if (length <= Blake2b.LONGEST) {
      return Blake2b.hash(whole, length);
    }
    int half = Blake2b.LONGEST / 2;
    byte[] result = new byte[length];
    byte[] piece = Blake2b.hash(whole, Blake2b.LONGEST);
    int offset = 0;
    while (length - offset > Blake2b.LONGEST) {
      System.arraycopy(piece, 0, result, offset, half);
      offset += half;
      piece = Blake2b.hash(piece, Math.min(Blake2b.LONGEST, length - offset));
    }
    System.arraycopy(piece, 0, result, offset, length - offset);
    return result;
  }

  private void fill(Argon2Parameters parameters, int pass, int slice, int lane) {
    int laneLength = parameters.laneLength();
    int segment = laneLength / SLICES;
    boolean isIndependent = pass == 0 && slice < SLICES / 2;
    if (isIndependent) {
      Arrays.fill(input, 0);
      input[0] = pass;
      input[1] = lane;
      input[2] = slice;
      input[3] = parameters.blocks();
      input[4] = parameters.iterations();
      input[5] = TYPE;
    }
    int from = pass == 0 && slice == 0 ? 2 : 0;
    if (isIndependent && from > 0) {
      nextAddresses();
    }
    for (int index = from; index < segment; index++) {
      int column = slice * segment + index;
      int current = lane * laneLength + column;
      int previous = column == 0 ? current + laneLength - 1 : current - 1;
      if (isIndependent && index % LONGS == 0) {
        nextAddresses();
      }
      long choice = isIndependent ? addresses[index % LONGS] : memory[previous * LONGS];
      int otherLane =
          pass == 0 && slice == 0
              ? lane
              : (int) Long.remainderUnsigned(choice >>> 32, parameters.lanes());
      int other =
          otherLane * laneLength
              + reference(choice, pass, slice, index, otherLane == lane, laneLength);
      compress(memory, previous * LONGS, memory, other * LONGS, memory, current * LONGS, pass > 0);
    }
  }

  /** Which column of a lane a block is made from. */
  private static int reference(
      long choice, int pass, int slice, int index, boolean isOwnLane, int laneLength) {
    int segment = laneLength / SLICES;
    int done = pass == 0 ? slice * segment : laneLength - segment;
    int missing = index == 0 ? 1 : 0;
    int area = isOwnLane ? done + index - 1 : done - missing;
    long low = choice & 0xffffffffL;
    long skewed = low * low >>> 32;
    int position = area - 1 - (int) (area * skewed >>> 32);
    int start = pass == 0 || slice == SLICES - 1 ? 0 : (slice + 1) * segment;
    return (start + position) % laneLength;
  }

  private void nextAddresses() {
    input[6]++;
    compress(zero, 0, input, 0, addresses, 0, false);
    compress(zero, 0, addresses, 0, addresses, 0, false);
  }

  /** The compression function G of two blocks; in later passes what was there stays in the sum. */
  private void compress(
      long[] x, int xAt, long[] y, int yAt, long[] result, int at, boolean addsToOld) {
    long[] v = mixed;
    for (int i = 0; i < LONGS; i++) {
      v[i] = x[xAt + i] ^ y[yAt + i];
    }
    // The sum itself is needed once more at the end; it goes where the result is to be.
    if (addsToOld) {
      for (int i = 0; i < LONGS; i++) {
        result[at + i] ^= v[i];
      }
    } else {
      System.arraycopy(v, 0, result, at, LONGS);
    }
    for (int row = 0; row < LONGS; row += 16) {
      permute(v, row, 1, 2);
    }
    for (int column = 0; column < 16; column += 2) {
      permute(v, column, 1, 16);
    }
    for (int i = 0; i < LONGS; i++) {
      result[at + i] ^= v[i];
    }
  }

  /** The permutation P over eight pairs of neighbours, each so far behind the one before. */
  private static void permute(long[] v, int first, int next, int pair) {
    int p0 = first;
    int p1 = p0 + pair;
    int p2 = p1 + pair;
    int p3 = p2 + pair;
    int p4 = p3 + pair;
    int p5 = p4 + pair;
    int p6 = p5 + pair;
    int p7 = p6 + pair;
    mix(v, p0, p2, p4, p6);
    mix(v, p0 + next, p2 + next, p4 + next, p6 + next);
    mix(v, p1, p3, p5, p7);
    mix(v, p1 + next, p3 + next, p5 + next, p7 + next);
    mix(v, p0, p2 + next, p5, p7 + next);
    mix(v, p0 + next, p3, p5 + next, p6);
    mix(v, p1, p3 + next, p4, p6 + next);
    mix(v, p1 + next, p2, p4 + next, p7);
  }

  private static void mix(long[] v, int ia, int ib, int ic, int id) {
    long a = v[ia];
    long b = v[ib];
    long c = v[ic];
    long d = v[id];
    a = sum(a, b);
    d = Long.rotateRight(d ^ a, 32);
    c = sum(c, d);
    b = Long.rotateRight(b ^ c, 24);
    a = sum(a, b);
    d = Long.rotateRight(d ^ a, 16);
    c = sum(c, d);
    b = Long.rotateRight(b ^ c, 63);
    v[ia] = a;
    v[ib] = b;
    v[ic] = c;
    v[id] = d;
  }

  private static long sum(long x, long y) {
    return x + y + 2 * (x & 0xffffffffL) * (y & 0xffffffffL);
  }
}
