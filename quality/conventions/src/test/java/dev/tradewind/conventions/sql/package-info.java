/** Conventions of migrations, SQL functions and statements. */
@NullMarked
package dev.tradewind.conventions.sql;

import org.jspecify.annotations.NullMarked;
