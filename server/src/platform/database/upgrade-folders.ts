import { existsSync, readFileSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFolder } from './sync-folder.ts'
import { postgresFolder } from './postgres-folder.ts'

/** Where the data are upgraded to a newer major version of PostgreSQL, below the data folder. */
interface UpgradeFolders {
  /** Holds what is not finished. */
  readonly working: string
  /** Holds a cluster that is whole and compared, and has only to be moved to its place. */
  readonly finished: string
}

export function upgradeFolders(dataFolder: string): UpgradeFolders {
  return { working: join(dataFolder, 'postgres-upgrading'), finished: join(dataFolder, 'postgres-upgraded') }
}

/** Where the cluster of a former major version is kept. */
export function formerCluster(dataFolder: string, major: number): string {
  return join(dataFolder, `postgres-${major}`)
}

/** The major version of PostgreSQL that made a cluster; undefined when there is none. */
export function majorOf(cluster: string): number | undefined {
  const path = join(cluster, 'PG_VERSION')
  return existsSync(path) ? Number.parseInt(readFileSync(path, 'utf8'), 10) : undefined
}

/**
 * Moves a cluster that is whole to its place, and the former one aside. Whatever interrupts it, the next start continues here.
 * @throws Error when something else is in the way
 */
export async function finishUpgrade(dataFolder: string): Promise<void> {
  const { finished } = upgradeFolders(dataFolder)
  const made = postgresFolder(finished).cluster
  const { cluster } = postgresFolder(dataFolder)
  const newer = majorOf(made)
  if (newer !== undefined) {
    const former = majorOf(cluster)
    if (former !== undefined) {
      requireAbsent(formerCluster(dataFolder, former))
      if (former >= newer)
        throw new Error(`${cluster} and ${made} are both there: move away the one that is not wanted.`)
      await rename(cluster, formerCluster(dataFolder, former))
      await syncFolder(dataFolder)
    }
    await rename(made, cluster)
    await syncFolder(dataFolder)
  }
  await rm(finished, { recursive: true, force: true })
}

/** @throws Error when the cluster of a former update is still there */
export function requireAbsent(former: string): void {
  if (!existsSync(former)) return
  throw new Error(
    `${former} already exists, and the old data would be kept there. Move it, or remove it if you no longer need it.`,
  )
}
