/** Actions of the audit log. */
@NullMarked
package dev.tradewind.api.audit;

import org.jspecify.annotations.NullMarked;
