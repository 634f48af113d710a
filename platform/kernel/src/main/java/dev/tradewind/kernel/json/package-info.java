/** JSON: codecs of records, and helpers for objects, arrays and their bytes. */
@NullMarked
package dev.tradewind.kernel.json;

import org.jspecify.annotations.NullMarked;
