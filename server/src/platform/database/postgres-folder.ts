import { createHash } from 'node:crypto'
import { chmod, chown, lchown, lstat, mkdir, readdir, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NOBODY, postgresUser } from './unprivileged-user.ts'

/** Unix socket addresses end at 107 bytes; `/.s.PGSQL.5432` is part of them. */
const SOCKET_FOLDER_MAX_BYTES = 90

/** Characters that PostgreSQL takes for separators in its list of socket folders. */
const SEPARATORS = /[,"]/

interface PostgresFolder {
  /** The cluster itself. */
  readonly cluster: string
  /** Folder of the Unix socket; readable for no one else. */
  readonly socket: string
  readonly logFile: string
}

/**
 * The folders of a PostgreSQL below `folder`. The socket goes among the temporary files when the path is too long for one, or has
 * a separator in it.
 */
export function postgresFolder(folder: string): PostgresFolder {
  const socket = join(folder, 'postgres-socket')
  const fits = Buffer.byteLength(socket) <= SOCKET_FOLDER_MAX_BYTES && !SEPARATORS.test(socket)
  return {
    cluster: join(folder, 'postgres'),
    socket: fits
      ? socket
      : join(tmpdir(), `fieldwatch-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`),
    logFile: join(folder, 'postgres.log'),
  }
}

/** Creates missing folders, accessible to PostgreSQL only. */
export async function makePostgresFolders(folder: string): Promise<void> {
  const { cluster, socket } = postgresFolder(folder)
  const user = postgresUser()
  for (const path of [cluster, socket]) {
    await mkdir(path, 0o700).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
    if (path === socket) await requireOwnSocket(folder)
    await chmod(path, 0o700)
    if (user !== undefined) await chown(path, user.uid, user.gid)
  }
}

/** Gives the files of a cluster to the user of PostgreSQL, where a release before gave them to another one. */
export async function giveCluster(folder: string): Promise<void> {
  const user = postgresUser()
  const { cluster } = postgresFolder(folder)
  const last = join(cluster, 'PG_VERSION')
  if (user === undefined || (await stat(last)).uid === user.uid) return
  const names = await readdir(cluster, { recursive: true })
  // The marker file is written last, so that the next start continues after an interruption.
  for (const path of [...names.map((name) => join(cluster, name)).filter((one) => one !== last), last])
    await lchown(path, user.uid, user.gid)
}

/**
 * Refuses a socket folder of another user: anyone could create it first among the temporary files and pretend to be the
 * database.
 * @throws Error when the folder of the socket is another user's
 */
export async function requireOwnSocket(folder: string): Promise<void> {
  const { socket } = postgresFolder(folder)
  const found = await lstat(socket).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (found === undefined) return
  const user = postgresUser()
  // An earlier release gave it to the user `nobody`.
  const owners = [process.getuid?.(), ...(user === undefined ? [] : [user.uid, NOBODY.uid])]
  if (found.isDirectory() && owners.includes(found.uid)) return
  throw new Error(
    `${socket}, where PostgreSQL would listen, is not a folder of this portal: another user made it. ` +
      'Remove it, or set FIELDWATCH_DATA to a folder with a shorter name.',
  )
}
