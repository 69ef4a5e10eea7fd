import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Where a restore puts everything, within the data folder, until all of it is there. */
export function restoringFolder(dataFolder: string): string {
  return join(dataFolder, 'restoring')
}

/** @throws Error when a restore is under way or was interrupted */
export function requireNoUnfinishedRestore(dataFolder: string): void {
  const folder = restoringFolder(dataFolder)
  if (!existsSync(folder)) return
  throw new Error(
    `${folder} is there: a restore is under way, or one was interrupted. In that case remove it and restore again.`,
  )
}
