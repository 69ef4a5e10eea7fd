import { isDiskFull } from '#platform/database/database-away.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import type { FileStorage } from './file-storage.ts'
import { createFolderStorage, uploadsFolder } from './folder-storage.ts'
import { createS3Storage, type S3Settings } from './s3-storage.ts'

interface Where {
  /** Left out, uploads are in `dataFolder`. */
  readonly filesS3: S3Settings | undefined
  readonly dataFolder: string
}

export function createConfiguredStorage({ filesS3, dataFolder }: Where): FileStorage {
  const storage = filesS3 === undefined ? createFolderStorage(uploadsFolder(dataFolder)) : createS3Storage(filesS3)
  return {
    put: (name, bytes) => storage.put(name, bytes).catch(rethrow),
    get: (name) => storage.get(name).catch(rethrow),
    remove: (name) => storage.remove(name).catch(rethrow),
  }
}

/** @throws DomainError file/store-away, or the error itself when the disk is full */
function rethrow(cause: unknown): never {
  throw isDiskFull(cause) ? cause : new DomainError('file/store-away', { cause })
}
