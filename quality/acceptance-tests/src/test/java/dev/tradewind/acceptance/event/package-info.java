/** Checks of the published description of events against the code and against published events. */
@NullMarked
package dev.tradewind.acceptance.event;

import org.jspecify.annotations.NullMarked;
