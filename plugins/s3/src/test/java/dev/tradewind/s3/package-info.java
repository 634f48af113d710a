@NullMarked
package dev.tradewind.s3;

import org.jspecify.annotations.NullMarked;
