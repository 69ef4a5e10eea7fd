import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { chmod, chown, mkdir, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

export interface SystemUser {
  readonly uid: number
  readonly gid: number
}

/** Shared with other programs: for machines on which no user can be made. */
export const NOBODY: SystemUser = { uid: 65_534, gid: 65_534 }

/** The account that the Debian package and the image make too. */
const ACCOUNT = 'fieldwatch'
const MAKE_ACCOUNT = ['--system', '--user-group', '--no-create-home', '--home-dir', '/var/lib/fieldwatch', '--shell']
const NO_SHELL = '/usr/sbin/nologin'

const isRoot = process.getuid?.() === 0
let known: SystemUser | undefined

/** PostgreSQL refuses to run as root, so a root server gives it its own user. Undefined: it runs as we do. */
export function postgresUser(): SystemUser | undefined {
  return isRoot ? ((known ??= findAccount()) ?? NOBODY) : undefined
}

/** Makes the user of PostgreSQL where that is possible: before there are data, so that no one else's process can read them. */
export function makePostgresUser(): void {
  if (postgresUser() !== NOBODY) return
  spawnSync('useradd', [...MAKE_ACCOUNT, NO_SHELL, ACCOUNT], { stdio: 'ignore' })
}

function findAccount(): SystemUser | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((one) => one.startsWith(`${ACCOUNT}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  return uid === undefined || gid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) }
}

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

/** Modes with which releases before made a folder that they shared with PostgreSQL. */
const SHARED_MODES: readonly number[] = [0o711, 0o710]
const OWN_MODE = 0o700
const PASSING_MODE = 0o711

/**
 * Creates a folder for PostgreSQL and us alone, and its parents where they are missing, which others may pass through, whatever the
 * umask. A folder that someone chose stays as it is.
 */
export async function makeFolder(path: string): Promise<void> {
  const folder = resolve(path)
  const first = await mkdir(folder, { recursive: true })
  const user = postgresUser()
  if (user === undefined) {
    if (first !== undefined) await chmod(folder, OWN_MODE)
    return
  }
  if (first !== undefined) for (const parent of between(dirname(folder), first)) await chmod(parent, PASSING_MODE)
  const { mode, uid } = await stat(folder)
  const isOurs = first !== undefined || (SHARED_MODES.includes(mode & 0o777) && uid === 0)
  if (!isOurs) return
  // Root may enter it all the same. Other programs may run as `nobody` too.
  const isShared = user === NOBODY
  await chown(folder, isShared ? 0 : user.uid, user.gid)
  await chmod(folder, isShared ? 0o710 : OWN_MODE)
}

/** Creates a folder and its parents, through which everybody may pass. */
export async function makeOpenFolder(path: string): Promise<void> {
  const folder = resolve(path)
  const first = await mkdir(folder, { recursive: true })
  if (first !== undefined) for (const made of between(folder, first)) await chmod(made, PASSING_MODE)
}

/** A folder and those above it, down to the first that was made. */
function between(folder: string, first: string): string[] {
  return folder.length < first.length ? [] : [folder, ...between(dirname(folder), first)]
}
