import { statSync } from 'node:fs'
import { chmod, mkdir } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

export interface SystemUser {
  readonly uid: number
  readonly gid: number
}

const NOBODY = { uid: 65_534, gid: 65_534 }

/** PostgreSQL refuses to run as root, so a root server gives it this user. Undefined: it runs as we do. */
export const postgresUser: SystemUser | undefined = process.getuid?.() === 0 ? NOBODY : undefined

/** The topmost folder in `path`, itself included, that a user may not enter; undefined when there is none. */
export function findClosedFolder(path: string, user: SystemUser | undefined): string | undefined {
  if (user === undefined) return undefined
  const folder = resolve(path)
  const above = folder === dirname(folder) ? undefined : findClosedFolder(dirname(folder), user)
  return above ?? (mayEnter(folder, user) ? undefined : folder)
}

/** A missing folder will be created so that everybody may enter it. */
function mayEnter(folder: string, { uid, gid }: SystemUser): boolean {
  const found = statSync(folder, { throwIfNoEntry: false })
  if (found === undefined || !found.isDirectory()) return true
  const { mode, uid: owner, gid: group } = found
  return (mode & (owner === uid ? 0o100 : group === gid ? 0o010 : 0o001)) !== 0
}

/** Creates a folder and its parents where they are missing; others may pass through them, whatever the umask. */
export async function makeFolder(path: string): Promise<void> {
  const folder = resolve(path)
  const first = await mkdir(folder, { recursive: true })
  if (first === undefined || postgresUser === undefined) return
  for (let made = folder; made.length >= first.length; made = dirname(made)) await chmod(made, 0o711)
}
