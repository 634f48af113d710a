@NullMarked
package dev.tradewind.acceptance.fuzz;

import org.jspecify.annotations.NullMarked;
