/** Authentication: credentials, access, allowed origins and CORS. */
@NullMarked
package dev.tradewind.gateway.auth;

import org.jspecify.annotations.NullMarked;
