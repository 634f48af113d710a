/** HTTP gateway: OpenAPI contract, authentication, validation, dispatch. */
@NullMarked
package dev.tradewind.gateway;

import org.jspecify.annotations.NullMarked;
