/** Signed tokens that authenticate users and customers without a session. */
@NullMarked
package dev.tradewind.kernel.token;

import org.jspecify.annotations.NullMarked;
