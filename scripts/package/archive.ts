import { createReadStream, createWriteStream, lstatSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { constants, createGzip, createZstdCompress } from 'node:zlib'
import { pack, type Pack } from 'tar-stream'

interface Archive {
  readonly folder: string
  /** Below the folder. */
  readonly files: readonly string[]
  /** The one folder that the archive unpacks into. */
  readonly prefix: string
  readonly changedAt: Date
}

/** Higher ones take minutes for a few per cent. */
const LEVEL = 12

/** Writes files as a tar archive, compressed as the ending of the path says. They belong to root, and everybody may read them. */
export async function writeArchive(path: string, archive: Archive): Promise<void> {
  const tar = pack()
  const compress = path.endsWith('.zst')
    ? createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: LEVEL } })
    : createGzip({ level: 9 })
  await Promise.all([fill(tar, archive), pipeline(tar, compress, createWriteStream(path))])
}

async function fill(tar: Pack, { folder, files, prefix, changedAt }: Archive): Promise<void> {
  for (const file of files) {
    const path = join(folder, file)
    const stat = lstatSync(path)
    const header = { name: `${prefix}/${file}`, mtime: changedAt }
    if (stat.isSymbolicLink()) tar.entry({ ...header, type: 'symlink', linkname: readlinkSync(path) })
    else {
      const mode = (stat.mode & 0o100) === 0 ? 0o644 : 0o755
      await pipeline(createReadStream(path), tar.entry({ ...header, size: stat.size, mode }))
    }
  }
  tar.finalize()
}
