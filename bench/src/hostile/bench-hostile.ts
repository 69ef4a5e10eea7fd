import { allCases } from '@fieldwatch/e2e/hostile/cases/all-cases'
import { formatReport } from '@fieldwatch/e2e/hostile/format-report'
import { HOSTILE_SETTINGS, openTarget } from '@fieldwatch/e2e/hostile/open-target'
import { runHostile } from '@fieldwatch/e2e/hostile/run-hostile'
import { startPortal } from '@fieldwatch/e2e/support/portal'
import { seedFleet } from '../fleet/seed-fleet.ts'

/** What we ask on two cores with nothing else to do. */
const WORST_HEALTH_MS = 100
const MEMORY_MEGABYTES = 600
/** Units of the entity that is attacked. */
const FLEET = 10_000

const [only = ''] = process.argv.slice(2)
const portal = await startPortal(HOSTILE_SETTINGS)
try {
  const target = await openTarget(portal)
  await seedFleet(portal, target.entity, FLEET)
  const cases = allCases().filter(({ kind, name }) => `${kind}: ${name}`.includes(only))
  const report = await runHostile({ target, pid: portal.pid() ?? 0, cases })
  const worst = Math.max(...report.kinds.map(({ health }) => health.worst))
  const peak = Math.max(...report.kinds.map(({ peakMegabytes = 0 }) => peakMegabytes))
  const isGood = worst <= WORST_HEALTH_MS && peak < MEMORY_MEGABYTES && report.faults.length === 0
  console.log(formatReport(report))
  console.log(
    `\nSlowest health check ${worst.toFixed(0)} of ${WORST_HEALTH_MS} ms, memory ${peak.toFixed(0)} of ${MEMORY_MEGABYTES} MB: ${isGood ? 'ok' : 'short'}`,
  )
  process.exitCode = isGood ? 0 : 1
} finally {
  await portal.close()
}
