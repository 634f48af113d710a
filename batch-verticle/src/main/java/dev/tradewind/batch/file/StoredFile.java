package dev.tradewind.batch.file;

/**
 * Metadata of a stored file.
 *
 * @param key identifies it in the store
 * @param name file name of a download
 * @param isPublic whether a link to it never expires
 * @param size bytes
 * @param chunks number of appended chunks
 */
public record StoredFile(
    String key, String name, String contentType, boolean isPublic, long size, int chunks) {

  /** File without content. */
  public static StoredFile empty(String key, String name, String contentType, boolean isPublic) {
    return new StoredFile(key, name, contentType, isPublic, 0, 0);
  }
}
