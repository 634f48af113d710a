/** HTTP server: connections, routes, request bodies and graceful close. */
@NullMarked
package dev.tradewind.gateway.server;

import org.jspecify.annotations.NullMarked;
