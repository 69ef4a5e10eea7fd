import { formatCount } from '@fieldwatch/contract/text/number-text'
import { setTimeout as delay } from 'node:timers/promises'
import { createAlert } from '@fieldwatch/contract/alerts/alerts'
import { DataId } from '@fieldwatch/contract/api/ids'
import { call } from '@fieldwatch/e2e/support/api'
import type { BenchContext } from '../bench-context.ts'
import { createPatience } from '../checks/patience.ts'
import { insist } from '../checks/wrong-answer.ts'
import type { Result } from '../report/result.ts'
import { removeAlerts } from './value-alerts.ts'

const UNITS = 10_000
const UNITS_AN_ALERT = 1_000
const SILENT_SECONDS = 10
const LOOK_MS = 20
const PATIENCE_MS = 60_000

/** How long a look takes that finds that all units are silent, until the last of them can be read as Triggered. */
export async function measureSilences({ portal, watch }: BenchContext): Promise<Result> {
  await addQuietUnits(portal)
  const token = await portal.signIn()
  const alerts = await Promise.all(
    Array.from({ length: UNITS / UNITS_AN_ALERT }, async (_, number) => {
      const devices = Array.from({ length: UNITS_AN_ALERT }, (_unused, place) =>
        DataId.parse(`bench-quiet-${number * UNITS_AN_ALERT + place}`),
      )
      const body = { name: `Silent ${number}`, type: 'silence' as const, silentSeconds: 3_600, devices }
      return (await call(portal, createAlert, { token, body })).details.alertID
    }),
  )
  // They are to fall silent together: each alert begins to count when it is made, and that takes a while.
  await portal.query('update alert set silent_seconds = $2 where id = any ($1)', [alerts, SILENT_SECONDS])
  await portal.query(
    'update alert_unit set due_at = (select max(begins_at) from alert_unit where alert_id = any ($1)) + $2 where alert_id = any ($1)',
    [alerts, (SILENT_SECONDS + 5) * 1000],
  )
  const took = await watch.during('silences', () => untilSilent(portal, alerts))
  await removeAlerts(portal, alerts)
  return {
    work: `look at which ${formatCount(UNITS)} units have fallen silent, until the last is Triggered`,
    unit: 'ms',
    target: 1_000,
    measured: took,
    note: `${alerts.length} alerts on ${formatCount(UNITS_AN_ALERT)} units each.`,
  }
}

/** Units that have sent one record, put there by hand: to make them one by one takes minutes. */
async function addQuietUnits(portal: BenchContext['portal']): Promise<void> {
  const numbers = `generate_series(0, ${UNITS - 1}) number`
  await portal.query(
    `insert into unit (data_id, friendly_name, token_hash) select 'bench-quiet-' || number, 'Quiet ' || number, '' from ${numbers}`,
  )
  await portal.query(
    `insert into unit_entity (data_id, entity_id) select 'bench-quiet-' || number, $1 from ${numbers}`,
    [portal.entity],
  )
  await portal.query(
    `insert into source (data_id, name, field_types, last_received_at) select 'bench-quiet-' || number, 'sensor', '{}', now() from ${numbers}`,
  )
}

/** Milliseconds from the beginning of the look that finds the first of them. */
async function untilSilent(portal: BenchContext['portal'], alerts: readonly string[]): Promise<number> {
  for (const patience = createPatience(PATIENCE_MS); ; await delay(LOOK_MS)) {
    const [row] = await portal.query<{ count: string; from: string | null }>(
      `select count(*) as count, min(noted_at) as "from" from alert_change where alert_id = any ($1)`,
      [alerts],
    )
    if (Number(row?.count) === UNITS) return Date.now() - Number(row?.from)
    insist(!patience.isOver(Number(row?.count)), () => `only ${row?.count} units were found to be silent`)
  }
}
