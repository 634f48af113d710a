package dev.tradewind.acceptance.fuzz;

/** JSON as it is written, for what no Java value stands for. */
record Raw(String json) {}
