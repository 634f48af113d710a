package dev.tradewind.acceptance.fuzz;

import java.util.Map;

/**
 * Request about a resource in the state that its operation requires.
 *
 * @param path parameters of the path
 * @param input values of the body that belong to them; all others are generated
 */
record PreparedRequest(Map<String, String> path, Map<String, Object> input) {}
