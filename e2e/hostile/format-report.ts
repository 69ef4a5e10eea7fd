import { slowest } from './health-watch.ts'
import type { HostileReport } from './run-hostile.ts'

/** A table that a person can read. */
export function formatReport({ kinds, faults, stalls, stretches }: HostileReport): string {
  const rows = kinds.map(({ kind, cases, slowestMs, slowest: slowestCase, times, worstCase, ...measured }) => [
    kind,
    String(cases),
    slowest(times, 990).toFixed(0),
    slowest(times).toFixed(0),
    measured.stretchMs?.toFixed(0) ?? '-',
    slowestMs.toFixed(0),
    measured.peakMegabytes?.toFixed(0) ?? '?',
    `${worstCase} / ${slowestCase}`,
  ])
  const head = [
    'kind',
    'cases',
    'p99 health ms',
    'worst health ms',
    'longest CPU ms',
    'slowest answer ms',
    'peak MB',
    'case of the worst health check / of the slowest answer',
  ]
  const widths = head.map((title, place) => Math.max(title.length, ...rows.map((row) => row[place]?.length ?? 0)))
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, place) =>
        place === 0 || place === 7 ? cell.padEnd(widths[place] ?? 0) : cell.padStart(widths[place] ?? 0),
      )
      .join('  ')
      .trimEnd()
  const all = kinds.reduce((sum, { cases }) => sum + cases, 0)
  const times = kinds.flatMap((one) => one.times)
  return [
    line(head),
    ...rows.map(line),
    '',
    `${all} cases, ${times.length} health checks, the slowest of which took ${slowest(times).toFixed(0)} ms; ${faults.length} faults.`,
    'The slowest health checks:',
    ...stalls.map(({ name, ms }) => `  ${ms.toFixed(0)} ms during ${name}`),
    ...(stretches.length === 0 ? [] : ['The longest CPU times of the main thread in one round of its event loop:']),
    ...stretches.map(({ name, ms }) => `  ${ms.toFixed(0)} ms during ${name}`),
    ...(faults.length === 0 ? [] : ['Faults:']),
    ...faults.map((fault) => `  ${fault}`),
  ].join('\n')
}
