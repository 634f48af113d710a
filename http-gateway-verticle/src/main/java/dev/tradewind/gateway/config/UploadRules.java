package dev.tradewind.gateway.config;

import io.vertx.core.net.SocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * Rules about the content of uploaded files.
 *
 * @param knownTypesOnly whether extension, media type and content must be of one known type;
 *     otherwise only files that browsers display are compared with their media type
 * @param scanner address of a malware scanner that speaks the protocol of clamd; absent: none
 */
public record UploadRules(boolean knownTypesOnly, @Nullable SocketAddress scanner) {

  public static final UploadRules DEVELOPMENT = new UploadRules(false, null);
}
