<<<<<<< HEAD
/** Measures the shop beside the ceiling of its stack, and shows where its time goes. */
=======
/** Measures parts of the service by themselves. */
>>>>>>> door
@NullMarked
package dev.tradewind.benchmarks;

import org.jspecify.annotations.NullMarked;
