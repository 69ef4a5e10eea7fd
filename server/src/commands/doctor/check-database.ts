import { missingRoles } from '#platform/roles/watch-roles.ts'
import { describeUnknown, listMigrations } from '#platform/database/migrate.ts'
import type { HistorySettings } from '#records/history/history-settings.ts'
import { type Finding, note, well, wrong } from './finding.ts'
import type { Installation } from './installation-store.ts'

const OLDEST_POSTGRES = 15
const OUT_OF_STEP_MS = 5_000

/** What the database reports about itself, the clock, and waiting work. */
export async function checkDatabase(found: Installation, now: number): Promise<Finding[]> {
  const { major, databaseTime, newestArrival, migrations, admins, waitingMails, damagedPages } = found
  const findings: Finding[] = []
  findings.push(
    major < OLDEST_POSTGRES
      ? wrong(`The database is PostgreSQL ${major}, and Fieldwatch needs ${OLDEST_POSTGRES} or newer.`)
      : well(`The database answers; it is PostgreSQL ${major}.`),
  )
  if (damagedPages > 0) {
    findings.push(wrong(`${damagedPages} pages of the database are damaged. Check the disk and restore a backup.`))
  }
  const known = await listMigrations()
  const unknown = describeUnknown(migrations, known)
  if (unknown !== undefined) {
    findings.push(wrong(unknown))
  } else if (migrations.length < known.length) {
    findings.push(note('The data are from an older release. The next start upgrades them; take a backup first.'))
  }
  findings.push(...checkClock({ databaseTime, newestArrival }, now))
  findings.push(...checkRoles(found.servers))
  if (admins === 0) {
    findings.push(note('No user is an admin of an entity: create one with npm run admin -- create.'))
  }
  if (waitingMails > 0)
    findings.push(note(`${waitingMails} mails and SMS are waiting to be sent (npm run outbox prints them).`))
  return findings
}

const LEFT_UNDONE = {
  http: 'people cannot use the portal',
  ingest: 'units cannot send records',
  worker: 'there are no alerts, mails, reports, calculated values, backups and cleanups',
} as const

/** Whether the servers that run do everything together. */
function checkRoles(servers: Installation['servers']): Finding[] {
  // A command that runs has a lease, too, and no role.
  const portals = servers.filter(({ roles }) => roles.length > 0)
  if (portals.length === 0) return []
  const missing = missingRoles(portals)
  if (missing.length === 0) return [well('The servers that run have all roles.')]
  return missing.map((role) =>
    wrong(
      `No running server has the role ${role}, so ${LEFT_UNDONE[role]}. Start one with FIELDWATCH_ROLES=${role}, or with all roles.`,
    ),
  )
}

/** Whether old records in a bucket can be found. */
export function checkOldRecords(
  { hasMovedRecords }: Pick<Installation, 'hasMovedRecords'>,
  history: HistorySettings | undefined,
): Finding[] {
  if (!hasMovedRecords || history !== undefined) return []
  return [
    wrong(
      "Old records are in a bucket. They can't be read until FIELDWATCH_HISTORY_S3_ENDPOINT and the settings beside it name that bucket.",
    ),
  ]
}

function checkClock(
  { databaseTime, newestArrival }: Pick<Installation, 'databaseTime' | 'newestArrival'>,
  now: number,
): Finding[] {
  const written = new Date(now).toISOString()
  if (Math.abs(databaseTime - now) > OUT_OF_STEP_MS) {
    return [
      wrong(
        `The clock of this machine says ${written}, that of the database ${new Date(databaseTime).toISOString()}. A portal here takes no background work until they agree.`,
      ),
    ]
  }
  if (newestArrival !== undefined && newestArrival - now > OUT_OF_STEP_MS) {
    return [
      wrong(
        `The clock of this machine says ${written}, and a record arrived at ${new Date(newestArrival).toISOString()}: the clock is wrong, or was.`,
      ),
    ]
  }
  return [well(`The clock says ${written}.`)]
}
