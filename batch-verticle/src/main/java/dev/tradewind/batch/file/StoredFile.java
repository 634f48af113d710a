package dev.tradewind.batch.file;

/**
 * A file and how it is shown.
 *
 * @param key names it in the store
 * @param name to save it under
 * @param isPublic whether a link to it stays good for ever
 * @param size bytes
 * @param pieces how many appends it is made of
 */
public record StoredFile(
    String key, String name, String contentType, boolean isPublic, long size, int pieces) {

  /** A file without content yet. */
  public static StoredFile empty(String key, String name, String contentType, boolean isPublic) {
    return new StoredFile(key, name, contentType, isPublic, 0, 0);
  }
}
