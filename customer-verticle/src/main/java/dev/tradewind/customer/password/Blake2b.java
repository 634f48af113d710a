package dev.tradewind.customer.password;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** The hash function BLAKE2b without a key (RFC 7693), on which Argon2 is built. */
final class Blake2b {

  static final int LONGEST = 64;

  private static final int BLOCK = 128;
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final long[] IV = {
    0x6a09e667f3bcc908L,
    0xbb67ae8584caa73bL,
    0x3c6ef372fe94f82bL,
    0xa54ff53a5f1d36f1L,
    0x510e527fade682d1L,
    0x9b05688c2b3e6c1fL,
    0x1f83d9abfb41bd6bL,
    0x5be0cd19137e2179L
  };

  private static final byte[][] SIGMA = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
    {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
    {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4},
    {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
    {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13},
    {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
    {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11},
    {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
    {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5},
    {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0}
  };

  private Blake2b() {}

  /**
   * The hash of a text.
   *
   * @param length of the hash in bytes, from 1 to 64
   */
  static byte[] hash(byte[] text, int length) {
    long[] state = IV.clone();
    state[0] ^= 0x01010000L ^ length;
    int offset = 0;
    while (text.length - offset > BLOCK) {
      compress(state, text, offset, offset + BLOCK, false);
      offset += BLOCK;
    }
    compress(state, Arrays.copyOfRange(text, offset, offset + BLOCK), 0, text.length, true);
    byte[] hash = new byte[LONGEST];
    for (int i = 0; i < state.length; i++) {
      LONGS.set(hash, i * Long.BYTES, state[i]);
    }
    return Arrays.copyOf(hash, length);
  }

  private static void compress(
      long[] state, byte[] block, int offset, long bytesUntilEnd, boolean isLast) {
    long[] m = new long[16];
    for (int i = 0; i < m.length; i++) {
      m[i] = (long) LONGS.get(block, offset + i * Long.BYTES);
    }
    long[] v = Arrays.copyOf(state, 16);
    System.arraycopy(IV, 0, v, 8, 8);
    v[12] ^= bytesUntilEnd;
    if (isLast) {
      v[14] = ~v[14];
    }
    for (int round = 0; round < 12; round++) {
      byte[] s = SIGMA[round % SIGMA.length];
      for (int i = 0; i < 4; i++) {
        mix(v, i, i + 4, i + 8, i + 12, m[s[2 * i]], m[s[2 * i + 1]]);
      }
      for (int i = 0; i < 4; i++) {
        mix(
            v,
            i,
            4 + (i + 1) % 4,
            8 + (i + 2) % 4,
            12 + (i + 3) % 4,
            m[s[8 + 2 * i]],
            m[s[9 + 2 * i]]);
      }
    }
    for (int i = 0; i < state.length; i++) {
      state[i] ^= v[i] ^ v[i + 8];
    }
  }

  private static void mix(long[] v, int a, int b, int c, int d, long x, long y) {
    v[a] += v[b] + x;
    v[d] = Long.rotateRight(v[d] ^ v[a], 32);
    v[c] += v[d];
    v[b] = Long.rotateRight(v[b] ^ v[c], 24);
    v[a] += v[b] + y;
    v[d] = Long.rotateRight(v[d] ^ v[a], 16);
    v[c] += v[d];
    v[b] = Long.rotateRight(v[b] ^ v[c], 63);
  }
}
