import { createHash } from 'node:crypto'
import { chmod, chown, lstat, mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeFolder, postgresUser } from './unprivileged-user.ts'

/** Unix socket addresses end at 107 bytes; `/.s.PGSQL.5432` is part of them. */
const SOCKET_FOLDER_MAX_BYTES = 90

/** PostgreSQL takes a list of socket folders, which has these between them and around them. */
const SEPARATORS = /[,"]/

export interface PostgresFolder {
  /** The cluster itself. */
  readonly cluster: string
  /** Folder of the Unix socket; readable for nobody else. */
  readonly socket: string
  readonly logFile: string
}

/** Where PostgreSQL keeps what it keeps below `folder`. A folder whose name does not do for a socket has it among the temporary files. */
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

/** Makes the folders, as far as they are not there, for nobody but PostgreSQL. */
export async function makePostgresFolders(folder: string): Promise<void> {
  const { cluster, socket } = postgresFolder(folder)
  await makeFolder(folder)
  for (const path of [cluster, socket]) {
    await mkdir(path, 0o700).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
    if (path === socket) await requireOwnSocket(folder)
    await chmod(path, 0o700)
    if (postgresUser !== undefined) await chown(path, postgresUser.uid, postgresUser.gid)
  }
}

/**
 * Everybody may write to the folder of temporary files, and whoever made our socket there first could pretend to be the database.
 * @throws Error when the folder of the socket is another user's
 */
export async function requireOwnSocket(folder: string): Promise<void> {
  const { socket } = postgresFolder(folder)
  const found = await lstat(socket).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (found === undefined) return
  const owners = [process.getuid?.(), postgresUser?.uid]
  if (found.isDirectory() && owners.includes(found.uid)) return
  throw new Error(
    `${socket}, where PostgreSQL would listen, is not a folder of ours: somebody else made it. ` +
      'Remove it, or set FIELDWATCH_DATA to a folder with a shorter name.',
  )
}
