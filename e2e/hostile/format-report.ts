import type { HostileReport } from './run-hostile.ts'

/** A table that a person can read. */
export function formatReport({ kinds, faults, stalls }: HostileReport): string {
  const rows = kinds.map(({ kind, cases, slowestMs, slowest, health, worstCase, peakMegabytes }) => [
    kind,
    String(cases),
    health.worst.toFixed(0),
    slowestMs.toFixed(0),
    peakMegabytes?.toFixed(0) ?? '?',
    `${worstCase} / ${slowest}`,
  ])
  const head = [
    'kind',
    'cases',
    'worst health ms',
    'slowest answer ms',
    'peak MB',
    'case of the worst health check / of the slowest answer',
  ]
  const widths = head.map((title, place) => Math.max(title.length, ...rows.map((row) => row[place]?.length ?? 0)))
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, place) =>
        place === 0 || place === 5 ? cell.padEnd(widths[place] ?? 0) : cell.padStart(widths[place] ?? 0),
      )
      .join('  ')
      .trimEnd()
  const all = kinds.reduce((sum, { cases }) => sum + cases, 0)
  const worst = Math.max(...kinds.map(({ health }) => health.worst))
  const checks = kinds.reduce((sum, { health }) => sum + health.answered, 0)
  return [
    line(head),
    ...rows.map(line),
    '',
    `${all} cases, ${checks} health checks, the slowest of which took ${worst.toFixed(0)} ms; ${faults.length} faults.`,
    'The slowest health checks:',
    ...stalls.map(({ name, ms }) => `  ${ms.toFixed(0)} ms during ${name}`),
    ...(faults.length === 0 ? [] : ['Faults:']),
    ...faults.map((fault) => `  ${fault}`),
  ].join('\n')
}
