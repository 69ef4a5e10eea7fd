import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { reasonText } from '#platform/errors/reason-text.ts'
import { makeFolder } from './unprivileged-user.ts'

/** What the process that holds a data folder does with it. Absent while it stops. */
type FolderUse = 'starting' | 'running' | 'command'

export interface FolderLock {
  /** Signals to other processes that the database can be used. */
  readonly announceRunning: () => void
  /** Signals to other processes to wait until the lock is free. */
  readonly announceStopping: () => void
  readonly release: () => void
}

const OWNER_ONLY = 0o600
const SQLITE_BUSY = 5
const POLL_MS = 100
/** A portal that runs does not let go; one that stops, and a command, may. */
const HELD_ATTEMPTS = 20
const MOST_ATTEMPTS = 300

/**
 * Takes a data folder for this process alone; undefined while another process has it. The lock is that of a SQLite file, which the
 * operating system releases however the process ends.
 */
export async function lockFolder(folder: string, use: FolderUse): Promise<FolderLock | undefined> {
  await makeFolder(folder)
  const file = join(folder, 'fieldwatch.lock')
  const lock = new DatabaseSync(file, { timeout: 0 })
  try {
    lock.exec('pragma journal_mode = off; begin exclusive')
  } catch (error) {
    lock.close()
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return undefined
    throw new Error(`${file} cannot be locked: ${reasonText(error)}.`, {
      cause: error,
    })
  }
  chmodSync(file, OWNER_ONLY)
  const announce = (announced: FolderUse): void => writeFileSync(useFile(folder), announced, { mode: OWNER_ONLY })
  const announceStopping = (): void => rmSync(useFile(folder), { force: true })
  announce(use)
  return {
    announceRunning: () => announce('running'),
    announceStopping,
    release: () => {
      announceStopping()
      lock.close()
    },
  }
}

/**
 * Takes the data folder for a portal. Waits for one that is stopping, and for a command, up to half a minute.
 * @throws Error when another process keeps it
 */
export async function takeFolder(folder: string, log: Logger): Promise<FolderLock> {
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
    const lock = await lockFolder(folder, 'starting')
    if (lock !== undefined) return lock
    const use = readUse(folder)
    if (attempt === 0) log.info({ folder, use }, 'waiting for the data folder')
    if (use === 'running' && attempt > HELD_ATTEMPTS) break
    await delay(POLL_MS)
  }
  throw folderInUse(folder)
}

/** Says who has the folder, and what to do. */
export function folderInUse(folder: string): Error {
  return new Error(
    readUse(folder) === 'command'
      ? `A command such as a backup or an import is using ${folder}. Wait until it has ended.`
      : `Another Fieldwatch is using ${folder}. Stop it first, or set FIELDWATCH_DATA to another folder.`,
  )
}

interface Sharing {
  /** Whether the database of the portal that runs answers. */
  readonly answers: () => Promise<boolean>
  /** Is given a sentence for each thing that is waited for. */
  readonly tell: (sentence: string) => void
}

/**
 * Takes the data folder for a command, or waits until the portal that has it can be used: undefined then. A portal that is starting
 * or stopping, and another command, are waited for.
 */
export async function shareFolder(folder: string, { answers, tell }: Sharing): Promise<FolderLock | undefined> {
  let last: string | undefined
  for (;;) {
    const lock = await lockFolder(folder, 'command')
    if (lock !== undefined) return lock
    const use = readUse(folder)
    if (use === 'running' && (await answers())) return undefined
    const sentence = SENTENCES[use ?? 'stopping']
    if (sentence !== last) tell(sentence)
    last = sentence
    await delay(POLL_MS)
  }
}

const SENTENCES = {
  starting: 'The portal is starting …',
  running: 'The database of the portal is starting again …',
  stopping: 'The portal is stopping …',
  command: 'Another command is using the data folder; waiting until it has ended …',
} as const

/** What the holder announced last; of use only while the folder is locked. */
function readUse(folder: string): FolderUse | undefined {
  try {
    return readFileSync(useFile(folder), 'utf8') as FolderUse
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function useFile(folder: string): string {
  return join(folder, 'fieldwatch.use')
}
