package dev.tradewind.spi.file;

/**
 * Description of a file whose content a {@link FileStorage} holds.
 *
 * @param key identifies the content, which never changes under the same key
 * @param name file name of a download
 * @param isPublic whether links to the file never expire
 * @param size bytes
 */
public record FileObject(
    String key, String name, String contentType, boolean isPublic, long size) {}
