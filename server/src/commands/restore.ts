import { resolve } from 'node:path'
import { pino } from 'pino'
import { restoreBackup } from '#platform/backup/restore-backup.ts'
import { createS3Storage } from '#platform/files/s3-storage.ts'
import { systemClock, systemPause } from '#platform/time/clock.ts'
import { createBucket } from '#records/history/bucket.ts'
import { readConfig } from '#config.ts'
import { describeAccess, describeLoaded } from './describe-backup.ts'
import { describeOldRecords } from './describe-old-records.ts'
import { runCommand } from './run-command.ts'

const USAGE = `Usage:
  npm run restore -- FILE
      Puts back what "npm run backup" wrote to FILE, into the data folder that FIELDWATCH_DATA names or the database that DATABASE_URL
      names, which must be empty. Afterwards everyone has to sign in again.
`

const [file, ...rest] = process.argv.slice(2)
const isUnderstood = file !== undefined && !file.startsWith('-') && rest.length === 0
await runCommand(USAGE, isUnderstood ? () => restore(resolve(file)) : undefined)

async function restore(path: string): Promise<string> {
  const { dataFolder, databaseUrl, filesS3, history } = readConfig(process.env)
  const bucket = history && createBucket(history, systemPause)
  let oldRecords = ''
  const storage = filesS3 && createS3Storage(filesS3)
  const loaded = await restoreBackup(
    { dataFolder, databaseUrl, storage, clock: systemClock },
    path,
    pino({ level: 'error' }, process.stderr),
    async (restored) => {
      oldRecords = await describeOldRecords(restored, bucket)
    },
  )
  const where = databaseUrl === undefined ? dataFolder : 'the database that DATABASE_URL names'
  return `${path} is restored into ${where}.\n${describeLoaded(loaded)}${oldRecords}${describeAccess(loaded)}Start the portal now.\n`
}
