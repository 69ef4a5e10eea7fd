import { HOUR_MS } from '@fieldwatch/contract/time/durations'
import { join } from 'node:path'
import type pg from 'pg'
import type { Logger } from 'pino'
import { unlessLocked } from '#platform/database/unless-locked.ts'
import type { FileStorage } from '#platform/files/file-storage.ts'
import type { Metrics } from '#platform/metrics/metrics.ts'
import type { Clock } from '#platform/time/clock.ts'
import { every } from '#platform/time/every.ts'
import { backupName, createBackupFolder } from './backup-folder.ts'
import type { BackupPlan } from './backup-settings.ts'
import { writeBackup } from './write-backup.ts'

interface Parts {
  readonly plan: BackupPlan
  readonly connection: pg.ClientConfig
  readonly files: FileStorage
  readonly clock: Clock
  readonly release: string
  readonly metrics: Metrics
  readonly log: Logger
}

interface BackupSchedule {
  /** Writes a backup if one is due. */
  readonly look: () => Promise<void>
  /** Ends a backup that is under way. */
  readonly close: () => Promise<void>
}

const LOOK_EVERY_MS = 60_000
/** After a failure. */
const RETRY_MS = 15 * 60_000

/** Checks regularly whether a backup is due. */
export function startBackups(parts: Parts): BackupSchedule {
  const schedule = createBackupSchedule(parts)
  const looking = every(LOOK_EVERY_MS, schedule.look, parts.log)
  return {
    look: schedule.look,
    close: async () => {
      await schedule.close()
      await looking.close()
    },
  }
}

/** Due is counted from the newest backup in the folder, so that restarts and other servers do not matter. */
export function createBackupSchedule(parts: Parts): BackupSchedule {
  const { plan, connection, clock, metrics, log } = parts
  const folder = createBackupFolder(plan.folder)
  const stopping = new AbortController()
  let notBefore = 0
  metrics.backupInterval.set((plan.everyHours * HOUR_MS) / 1000)
  return {
    look: async () => {
      if (stopping.signal.aborted || clock() < notBefore) return
      try {
        await folder.make()
        if (!(await reportNewest())) return
        await unlessLocked(connection, 'backup', writeDue)
      } catch (error) {
        if (stopping.signal.aborted) return
        notBefore = clock() + RETRY_MS
        metrics.backupFailures.inc()
        log.error({ err: error, folder: plan.folder }, 'backup failed; retrying in 15 minutes')
      }
    },

    close: async () => stopping.abort(),
  }

  /** Updates the metrics; returns whether one is due. */
  async function reportNewest(): Promise<boolean> {
    const newest = (await folder.list()).at(-1)
    if (newest === undefined) return true
    metrics.backupLastTime.set(newest.takenAt / 1000)
    metrics.backupLastSize.set(newest.bytes)
    return clock() - newest.takenAt >= plan.everyHours * HOUR_MS
  }

  async function writeDue(): Promise<void> {
    // Another server may have written it just now.
    if (!(await reportNewest())) return
    await folder.removeUnfinished()
    const path = join(plan.folder, backupName(clock()))
    const { rows, files, missingFiles, bytes, milliseconds } = await writeBackup(
      { ...parts, signal: stopping.signal },
      path,
    )
    metrics.backupLastDuration.set(milliseconds / 1000)
    log.info({ path, rows, files, missingFiles, bytes, milliseconds }, 'backup written')
    await folder.prune(plan.keep)
    await reportNewest()
  }
}
