/** Signed tokens by which users and customers prove who they are without a session. */
@NullMarked
package dev.tradewind.kernel.token;

import org.jspecify.annotations.NullMarked;
