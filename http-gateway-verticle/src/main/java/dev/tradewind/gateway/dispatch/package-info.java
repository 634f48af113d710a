/** Request dispatch: authenticate, validate, send to the owning verticle and copy the reply. */
@NullMarked
package dev.tradewind.gateway.dispatch;

import org.jspecify.annotations.NullMarked;
