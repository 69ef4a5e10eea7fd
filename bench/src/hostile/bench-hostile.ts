import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { allCases } from '@fieldwatch/e2e/hostile/cases/all-cases'
import { formatReport } from '@fieldwatch/e2e/hostile/format-report'
import { readStretch, slowest } from '@fieldwatch/e2e/hostile/health-watch'
import { HOSTILE_SETTINGS, openTarget } from '@fieldwatch/e2e/hostile/open-target'
import { runHostile } from '@fieldwatch/e2e/hostile/run-hostile'
import { startPortal } from '@fieldwatch/e2e/support/portal'
import { seedFleet } from '../fleet/seed-fleet.ts'

/** What we ask on two cores with nothing else to do. */
const HEALTH_P99_MS = 100
const STRETCH_MS = 50
const MEMORY_MEGABYTES = 600
/** Units of the entity that is attacked. */
const FLEET = 10_000

const PROBE = import.meta.resolve('@fieldwatch/e2e/hostile/stretch-probe')

const [only = ''] = process.argv.slice(2)
const folder = await mkdtemp(join(tmpdir(), 'fieldwatch-stretch-'))
const socket = join(folder, 'socket')
const portal = await startPortal({ ...HOSTILE_SETTINGS, NODE_OPTIONS: `--import=${PROBE}`, STRETCH_SOCKET: socket })
try {
  const target = await openTarget(portal)
  await seedFleet(portal, target.entity, FLEET)
  const cases = allCases().filter(({ kind, name }) => `${kind}: ${name}`.includes(only))
  if (cases.length === 0) throw new Error(`no case has "${only}" in its kind or name`)
  const report = await runHostile({
    target,
    pid: portal.pid() ?? 0,
    cases,
    readStretch: () => readStretch(socket),
  })
  const p99 = Math.max(...report.kinds.map(({ times }) => slowest(times, 990)))
  const stretch = Math.max(...report.kinds.map(({ stretchMs = 0 }) => stretchMs))
  const peak = Math.max(...report.kinds.map(({ peakMegabytes = 0 }) => peakMegabytes))
  console.log(`${formatReport(report)}\n`)
  const verdicts = [
    verdict('p99 of health checks beside the worst kind', p99, HEALTH_P99_MS, 'ms'),
    verdict('longest CPU time of the main thread', stretch, STRETCH_MS, 'ms'),
    verdict('memory', peak, MEMORY_MEGABYTES, 'MB'),
    verdict('faults, answers with status 500 among them', report.faults.length, 0, ''),
  ]
  process.exitCode = verdicts.every((isGood) => isGood) ? 0 : 1
} finally {
  await portal.close()
  await rm(folder, { recursive: true, force: true })
}

function verdict(what: string, measured: number, target: number, unit: string): boolean {
  const isGood = measured <= target
  console.log(`${what}: ${measured.toFixed(0)} of ${target} ${unit}`.trimEnd().concat(isGood ? ': ok' : ': short'))
  return isGood
}
