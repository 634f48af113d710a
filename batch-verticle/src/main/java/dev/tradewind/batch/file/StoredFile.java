package dev.tradewind.batch.file;

import dev.tradewind.spi.file.FileObject;

/**
 * Metadata of a stored file.
 *
 * @param key identifies it in the store
 * @param name file name of a download
 * @param isPublic whether a link to it never expires
 * @param size bytes
 * @param chunks number of chunks that it is read in
 * @param storage storage that holds the content
 */
public record StoredFile(
    String key,
    String name,
    String contentType,
    boolean isPublic,
    long size,
    int chunks,
    String storage) {

  /** Bytes of a chunk of a file in another storage than the database. */
  static final int CHUNK = 1 << 20;

  /** File without content. */
  public static StoredFile empty(String key, String name, String contentType, boolean isPublic) {
    return new StoredFile(key, name, contentType, isPublic, 0, 0, FileStorages.POSTGRES);
  }

  /** Key of a smaller size of an image. */
  public static String keyOfSize(String key, int width) {
    return key + ".w" + width + ".jpg";
  }

  FileObject object() {
    return new FileObject(key, name, contentType, isPublic, size);
  }
}
