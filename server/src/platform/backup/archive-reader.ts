import { createReadStream } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream'
import { createZstdDecompress } from 'node:zlib'
import tar from 'tar-stream'
import { withoutPeriod } from '#platform/errors/reason-text.ts'
import { BackupError, MAX_ENTRY_BYTES } from './backup-format.ts'

export interface ArchiveEntry {
  readonly name: string
  readonly bytes: Buffer
}

/**
 * The entries of a compressed archive, one after the other.
 * @throws BackupError when it cannot be read, is none, is damaged, or ends too early
 */
export async function* readArchive(path: string): AsyncGenerator<ArchiveEntry, void> {
  const entries = tar.extract()
  // Every failure reaches `entries` too.
  pipeline(createReadStream(path), createZstdDecompress(), entries, () => undefined)
  try {
    for await (const entry of entries) {
      const { name, size = 0 } = entry.header
      if (size > MAX_ENTRY_BYTES) throw new Error(`${name} is too long`)
      const bytes = await buffer(entry)
      yield { name, bytes }
    }
  } catch (error) {
    throw sentenceOf(error, path)
  } finally {
    entries.destroy()
  }
}

/** What other files fail with. */
const OF_OTHER_FILES = /Unknown frame descriptor|Invalid tar header/

function sentenceOf(error: unknown, path: string): unknown {
  const { code, message } = error as NodeJS.ErrnoException
  if (error instanceof BackupError) return error
  const sentence = (text: string) => new BackupError(`${path} ${text}`, { cause: error })
  if (code === 'ENOENT') return new BackupError(`There is no file ${path}.`, { cause: error })
  if (code === 'EACCES' || code === 'EISDIR') return sentence(`cannot be read: ${withoutPeriod(message)}.`)
  if (OF_OTHER_FILES.test(message)) return sentence(`is not a backup of Fieldwatch, or it is damaged (${message}).`)
  return sentence(`is damaged or cut off (${message}). Nothing was restored.`)
}
