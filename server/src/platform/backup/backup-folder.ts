import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { UNFINISHED } from './archive-writer.ts'

const NAME = /^fieldwatch-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.tar\.zst$/

interface KeptBackup {
  readonly path: string
  readonly takenAt: number
  readonly bytes: number
}

/** Such as `fieldwatch-20261122T023000Z.tar.zst`. */
export function backupName(at: number): string {
  return `fieldwatch-${new Date(at)
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(/[-:]/g, '')}.tar.zst`
}

/** The folder of the backups that the portal writes by itself. Files with other names are none of its business. */
export function createBackupFolder(folder: string) {
  const list = async (): Promise<KeptBackup[]> => {
    const kept: KeptBackup[] = []
    for (const name of (await readdir(folder)).sort()) {
      const [, ...parts] = NAME.exec(name) ?? []
      if (parts.length === 0) continue
      const [year, month, ...rest] = parts.map(Number)
      const path = join(folder, name)
      kept.push({
        path,
        takenAt: Date.UTC(year ?? 0, (month ?? 1) - 1, ...rest),
        bytes: (await stat(path)).size,
      })
    }
    return kept
  }

  return {
    /** Makes the folder, but not those above it: they may be of a disk that is not mounted. */
    make: async (): Promise<void> => {
      await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error
      })
    },

    /** Oldest first. */
    list,

    /** Removes what interrupted backups left. */
    removeUnfinished: async (): Promise<void> => {
      for (const name of await readdir(folder)) {
        if (name.endsWith(UNFINISHED) && NAME.test(name.slice(0, -UNFINISHED.length))) await rm(join(folder, name))
      }
    },

    /** Removes the oldest ones beyond so many. */
    prune: async (keep: number): Promise<void> => {
      for (const { path } of (await list()).slice(0, -keep)) await rm(path)
    },
  }
}
