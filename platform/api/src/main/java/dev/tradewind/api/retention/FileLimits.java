package dev.tradewind.api.retention;

/**
 * Limits of the files of a shop that uploads and exports make.
 *
 * @param files number of them
 * @param bytes size of all of them
 */
public record FileLimits(long files, long bytes) {

  public static final FileLimits DEFAULT = new FileLimits(1_000_000, 100L << 30);
}
