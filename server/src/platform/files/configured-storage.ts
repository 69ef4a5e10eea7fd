import type { FileStorage } from './file-storage.ts'
import { createFolderStorage, uploadsFolder } from './folder-storage.ts'
import { createS3Storage, type S3Settings } from './s3-storage.ts'

interface Where {
  /** Left out, uploads are in `dataFolder`. */
  readonly filesS3: S3Settings | undefined
  readonly dataFolder: string
}

export function createConfiguredStorage({ filesS3, dataFolder }: Where): FileStorage {
  return filesS3 === undefined ? createFolderStorage(uploadsFolder(dataFolder)) : createS3Storage(filesS3)
}
