import { constants } from 'node:fs'
import { copyFile, open, stat, truncate } from 'node:fs/promises'

/** Two files of this size are kept at most, and what is written between two looks. */
export const LOG_BYTES = 10 * 1024 * 1024
/** As much as is read of its end. */
const END_BYTES = 64 * 1024

/**
 * Moves a log that has grown to `path.1`, over the one before, and empties it. Whoever appends to it goes on in the empty file, so
 * that nobody has to be stopped; lines written in the same moment are lost. Returns whether it had grown.
 */
export async function rotateLog(path: string): Promise<boolean> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return undefined
  })
  if (found === undefined || found.size <= LOG_BYTES) return false
  await copyFile(path, `${path}.1`, constants.COPYFILE_FICLONE)
  await truncate(path)
  return true
}

/** The last lines of a log, however long it is; undefined when there is none. */
export async function readEndOfLog(path: string, lines: number): Promise<string | undefined> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return undefined
  })
  if (file === undefined) return undefined
  try {
    const { size } = await file.stat()
    const { buffer, bytesRead } = await file.read({
      buffer: Buffer.alloc(Math.min(size, END_BYTES)),
      position: Math.max(0, size - END_BYTES),
    })
    return buffer.subarray(0, bytesRead).toString().trimEnd().split('\n').slice(-lines).join('\n')
  } finally {
    await file.close()
  }
}
