package dev.tradewind.acceptance.fuzz;

/** JSON literal without a Java representation. */
record Raw(String json) {}
