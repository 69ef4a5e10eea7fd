/** Where the bytes of stored files are: a folder, or a service that speaks S3. Names are ours, and safe in paths and addresses. */
export interface FileStorage {
  /** When it resolves, the bytes are kept. */
  put(name: string, bytes: Buffer): Promise<void>
  /** Undefined when there is no file of this name. */
  get(name: string): Promise<Buffer | undefined>
  /** Removing what is not there is fine. */
  remove(name: string): Promise<void>
}

/** Names of files as we make them: 256 random bits, so that no one can guess one. */
export const FILE_NAME = /^[\w-]{43}\.webp$/

/** Names of pictures that only those may read who see what they belong to: they have no public address. */
export const PRIVATE_NAME = /^note-[\w-]{43}(?:-small)?\.webp$/

export const FILE_TYPE = 'image/webp'
