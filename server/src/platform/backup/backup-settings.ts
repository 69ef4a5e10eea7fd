import { resolve } from 'node:path'
import { z } from 'zod'

export const BACKUP_SETTINGS = {
  FIELDWATCH_BACKUP_FOLDER: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Folder that the portal writes a backup to again and again; better on another disk. Without it none are written.',
    ),
  FIELDWATCH_BACKUP_EVERY_HOURS: z.coerce
    .number()
    .int()
    .min(1)
    .max(8760)
    .default(24)
    .describe('Hours from one of these backups to the next.'),
  FIELDWATCH_BACKUP_KEEP: z.coerce
    .number()
    .int()
    .min(1)
    .max(1000)
    .default(7)
    .describe('How many of these backups are kept; the oldest ones are removed after a new one is whole.'),
} as const

export interface BackupPlan {
  readonly folder: string
  readonly everyHours: number
  readonly keep: number
}

type Values = z.infer<z.ZodObject<typeof BACKUP_SETTINGS>>

export function backupPlanOf(values: Values): BackupPlan | undefined {
  const folder = values.FIELDWATCH_BACKUP_FOLDER
  if (folder === undefined) return undefined
  return {
    folder: resolve(folder),
    everyHours: values.FIELDWATCH_BACKUP_EVERY_HOURS,
    keep: values.FIELDWATCH_BACKUP_KEEP,
  }
}
