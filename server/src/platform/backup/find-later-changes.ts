import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Db } from '#platform/database/database.ts'
import { listMigrations } from '#platform/database/migrate.ts'
import { readArchive } from './archive-reader.ts'
import { About, ABOUT, tableOf } from './backup-format.ts'
import type { createCopyStore } from './copy-store.ts'
import { startLoading } from './loading-table.ts'
import { createRestoredAccessStore, type LaterChange } from './restored-access-store.ts'

const LATER_LOG = 'later_audit_log'
const AUDIT_LOG = 'audit_log'

interface Restored {
  readonly path: string
  readonly takenAt: string
}

interface Connected {
  readonly tx: Db
  readonly copies: ReturnType<typeof createCopyStore>
}

export interface LaterChanges {
  /** The later backup that contains them. */
  readonly path: string
  readonly takenAt: string
  readonly changes: readonly LaterChange[]
}

/**
 * What was taken back after a backup, as the newest later one in the same folder says; undefined without one. A later one that cannot be
 * read counts as none: the restore does not depend on it.
 */
export async function findLaterChanges(
  { tx, copies }: Connected,
  restored: Restored,
): Promise<LaterChanges | undefined> {
  const later = await findLatest(restored)
  if (later === undefined) return undefined
  const { path, about } = later
  const columns = about.tables.find(({ name }) => name === AUDIT_LOG)?.columns ?? []
  const store = createRestoredAccessStore(tx)
  const changes = await store.attempt(async () => {
    await store.makeLaterLog(LATER_LOG)
    await loadLog(copies, path, columns)
    return store.listTakenBack(LATER_LOG, new Date(restored.takenAt))
  })
  return changes && { path, takenAt: about.takenAt, changes }
}

async function findLatest({ path, takenAt }: Restored): Promise<{ path: string; about: About } | undefined> {
  const known = await listMigrations()
  const found: { path: string; about: About }[] = []
  for (const name of await readdir(dirname(path))) {
    const other = join(dirname(path), name)
    const about = other === path ? undefined : await readAbout(other)
    if (about === undefined || about.takenAt <= takenAt) continue
    if (about.migrations.every((migration) => known.includes(migration))) found.push({ path: other, about })
  }
  return found.toSorted((one, two) => (one.about.takenAt < two.about.takenAt ? 1 : -1))[0]
}

/** Undefined for a file that is no backup. */
async function readAbout(path: string): Promise<About | undefined> {
  const entries = readArchive(path)
  try {
    const { value } = await entries.next()
    return value?.name === ABOUT ? About.parse(JSON.parse(value.bytes.toString())) : undefined
  } catch {
    return undefined
  } finally {
    await entries.return()
  }
}

/** Reads no further than the log. */
async function loadLog(copies: Connected['copies'], path: string, columns: readonly string[]): Promise<void> {
  const loading = startLoading(copies, { name: LATER_LOG, columns })
  let isWhole = false
  try {
    let isWithin = false
    for await (const { name, bytes } of readArchive(path)) {
      const isOfLog = tableOf(name) === AUDIT_LOG
      if (isWithin && !isOfLog) break
      isWithin = isOfLog
      if (isOfLog) await loading.add(bytes)
    }
    await loading.finish()
    isWhole = true
  } finally {
    if (!isWhole) await loading.abandon()
  }
}
