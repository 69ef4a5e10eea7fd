import { createWriteStream, existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import tar from 'tar-stream'
import { syncFolder } from '#platform/database/sync-folder.ts'
import { BackupError } from './backup-format.ts'

/** Passwords' hashes and keys are in it. */
const OWNER_ONLY = 0o600

export const UNFINISHED = '.unfinished'

export type ArchiveWriter = Awaited<ReturnType<typeof createArchiveWriter>>

/**
 * Writes a compressed archive to a file that must not exist yet. Until it is whole it has another name.
 * @throws BackupError when the file is there
 */
export async function createArchiveWriter(path: string, modified: Date) {
  refuseExisting(path)
  const unfinished = `${path}${UNFINISHED}`
  const file = await open(unfinished, 'wx', OWNER_ONLY).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw sentenceOf(error, path)
    throw new BackupError(
      `${unfinished} exists: another backup is being written, or was interrupted. If it was interrupted, remove the file.`,
    )
  })
  const pack = tar.pack()
  const compress = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } })
  const sink = createWriteStream('', { fd: file, flush: true, autoClose: true })
  let failure: unknown
  const written = pipeline(pack, compress, sink).catch((error: unknown) => {
    failure = error
  })
  return {
    /** Resolves when there is room for the next entry. */
    add: async (name: string, bytes: Buffer): Promise<void> => {
      if (failure !== undefined) throw sentenceOf(failure, path)
      const added = new Promise<void>((resolve, reject) => {
        pack
          .entry({ name, size: bytes.length, mtime: modified, mode: OWNER_ONLY }, (error) => {
            if (error) reject(error)
            else resolve()
          })
          .end(bytes)
      })
      await Promise.race([added, written])
      if (failure !== undefined) throw sentenceOf(failure, path)
    },

    /** Resolves with the size of the file, once all of it is on disk under its own name. */
    finish: async (): Promise<number> => {
      pack.finalize()
      await written
      if (failure !== undefined) throw sentenceOf(failure, path)
      refuseExisting(path)
      await rename(unfinished, path)
      await syncFolder(dirname(path))
      return sink.bytesWritten
    },

    /** Removes what was written. */
    abandon: async (): Promise<void> => {
      pack.destroy()
      await written
      await rm(unfinished, { force: true })
    },
  }
}

function refuseExisting(path: string): void {
  if (existsSync(path)) throw new BackupError(`${path} already exists, and is not overwritten. Choose another name.`)
}

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of the disk is used up',
  EFBIG: 'the file would be larger than is allowed here',
  ENOENT: 'there is no such folder',
  EACCES: 'that is not allowed',
  EPERM: 'that is not allowed',
  EROFS: 'the disk is read-only',
}

function sentenceOf(error: unknown, path: string): unknown {
  const reason = REASONS[(error as NodeJS.ErrnoException).code ?? '']
  return reason === undefined ? error : new BackupError(`${path} cannot be written: ${reason}.`, { cause: error })
}
