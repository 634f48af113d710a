package dev.tradewind.api.retention;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Limits of stored data: retention times and numbers.
 *
 * @param carts retention of carts without an order, after their last change; absent: kept
 * @param jobs retention of ended batch jobs and their files; absent: kept
 * @param jobsPerUser batch jobs of one user that have not ended
 * @param files of the shop
 */
public record DataLimits(
    @Nullable Duration carts, @Nullable Duration jobs, int jobsPerUser, FileLimits files) {

  public static final DataLimits DEFAULT =
      new DataLimits(Duration.ofDays(90), Duration.ofDays(30), 50, FileLimits.DEFAULT);
}
