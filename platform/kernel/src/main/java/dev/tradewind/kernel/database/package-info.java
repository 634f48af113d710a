/** Pools with a role per schema, migrations, transactions and SQL errors. */
@NullMarked
package dev.tradewind.kernel.database;

import org.jspecify.annotations.NullMarked;
