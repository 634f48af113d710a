package dev.tradewind.gateway.config;

import org.jspecify.annotations.Nullable;

/**
 * Settings of the admin dashboard.
 *
 * @param isServed whether the gateway serves its pages
 * @param backendUrl origin of the API that the pages use, without a slash at the end; absent: their
 *     own
 */
public record DashboardConfig(boolean isServed, @Nullable String backendUrl) {

  public static final DashboardConfig DEVELOPMENT = new DashboardConfig(true, null);

  /** Whether its pages are beside the API that they use. */
  public boolean isBesideApi() {
    return isServed && backendUrl == null;
  }
}
