import { resolve } from 'node:path'
import { pino } from 'pino'
import { verifyBackup } from '#platform/backup/verify-backup.ts'
import { writeBackup } from '#platform/backup/write-backup.ts'
import { findSharedDatabase } from '#platform/database/configured-database.ts'
import { createConfiguredStorage } from '#platform/files/configured-storage.ts'
import { systemClock, systemPause } from '#platform/time/clock.ts'
import { createBucket } from '#records/history/bucket.ts'
import { readConfig } from '#config.ts'
import { BUILD } from '#platform/release/release.ts'
import { describeLoaded, describeWritten } from './describe-backup.ts'
import { checkOldRecords } from './describe-old-records.ts'
import { printWaiting } from './print-waiting.ts'
import { runCommand } from './run-command.ts'

const USAGE = `Usage:
  npm run backup -- FILE
      Writes everything that the portal keeps to FILE, which must not exist yet: the database, its keys and the pictures. The portal
      may be running. The settings, which are environment variables, are not in it.
  npm run backup -- verify FILE
      Restores FILE into a database aside, in the folder for temporary files (TMPDIR), compares it with what was backed up, and
      removes it again. With FIELDWATCH_HISTORY_S3_ENDPOINT it also checks that the objects with old records are in the bucket.
`

const log = pino({ level: 'error' }, process.stderr)
await runCommand(USAGE, choose(process.argv.slice(2)))

/** Undefined when the arguments mean nothing. */
function choose(args: readonly string[]): (() => Promise<string>) | undefined {
  const [first, second, ...rest] = args
  if (first === undefined || rest.length > 0 || args.some((word) => word.startsWith('-'))) return undefined
  if (first !== 'verify') return second === undefined ? () => write(resolve(first)) : undefined
  return second === undefined ? undefined : () => verify(resolve(second))
}

async function write(path: string): Promise<string> {
  await using stack = new AsyncDisposableStack()
  const config = readConfig(process.env)
  const connection = await findSharedDatabase(config, log, stack, { tell: printWaiting })
  const files = createConfiguredStorage(config)
  const report = await writeBackup({ connection, files, clock: systemClock, release: BUILD }, path)
  return describeWritten(path, report)
}

async function verify(path: string): Promise<string> {
  const { history } = readConfig(process.env)
  const bucket = history && createBucket(history, systemPause)
  let oldRecords = ''
  const loaded = await verifyBackup(path, log, async (restored) => {
    oldRecords = await checkOldRecords(restored, bucket)
  })
  return `${path} is whole, and was restored aside as it was.\n${oldRecords}${describeLoaded(loaded)}`
}
