import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Logger } from 'pino'
import { every, type Repetition } from '#platform/time/every.ts'
import type { Metrics } from './metrics.ts'

const LOOK_EVERY_MS = 30_000
/** PostgreSQL needs about as much for a while, when much arrives at once. */
export const LITTLE_ROOM = 2_000_000_000

/** Reports the free space of a folder in the metrics, and logs when it is low. */
export function watchDisk(folder: string, metrics: Pick<Metrics, 'diskFree' | 'diskSize'>, log: Logger): Repetition {
  let isLittle = false
  const look = async (): Promise<void> => {
    const { bavail, blocks, bsize } = await statfs(nearestFolder(folder))
    const free = bavail * bsize
    metrics.diskFree.set(free)
    metrics.diskSize.set(blocks * bsize)
    if (free < LITTLE_ROOM && !isLittle)
      log.warn({ folder, free }, 'disk is nearly full; records cannot be stored without free space')
    isLittle = free < LITTLE_ROOM
  }
  void look().catch((error: unknown) => log.warn({ err: error, folder }, 'reading the free disk space failed'))
  return every(LOOK_EVERY_MS, look, log)
}

/** The folder itself, or the nearest above it that is there. */
export function nearestFolder(folder: string): string {
  return existsSync(folder) ? folder : nearestFolder(dirname(folder))
}
