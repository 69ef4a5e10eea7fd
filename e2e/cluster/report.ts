import { formatCount } from '@fieldwatch/contract/text/number-text'
import { formatSeconds, formatTable, percentile } from './figures.ts'
import type { Returns } from './returns.ts'
import { KINDS, type Victim } from './victims.ts'

/** What has to work again after a kill. */
export const FLOWS = ['units', 'streams', 'calculations'] as const
export type Flow = (typeof FLOWS)[number]

export interface Kill {
  readonly victim: Pick<Victim, 'kind' | 'name'>
  readonly returns: Readonly<Record<Flow, Returns>>
}

export interface Report {
  readonly kills: readonly Kill[]
  /** Records that were acknowledged, of which each was read back. */
  readonly records: number
  /** Records that streams sent, of which each was compared. */
  readonly streamed: number
  /** How often streams had to be opened again. */
  readonly reopened: number
  readonly results: number
  /** Changes of alerts, each once in the history. */
  readonly changes: number
  /** Alerts of which each was notified once or twice. */
  readonly alarmed: number
}

const HEADINGS = ['killed', 'times', ...FLOWS.flatMap((flow) => [`${flow} back, p50`, 'max'])]

/** How long everything took to work again, by what was killed. */
export function formatReturns(kills: readonly Kill[]): string {
  const rows = KINDS.map((kind) => {
    const ofKind = kills.filter(({ victim }) => victim.kind === kind)
    const times = (flow: Flow): number[] => ofKind.flatMap(({ returns }) => returns[flow].times)
    return [
      kind,
      String(ofKind.length),
      ...FLOWS.flatMap((flow) => [0.5, 1].map((share) => formatSeconds(percentile(times(flow), share)))),
    ]
  })
  return formatTable(HEADINGS, rows)
}

export function formatReport(report: Report): string {
  const { kills, records, streamed, reopened, results, changes, alarmed } = report
  const number = (value: number): string => formatCount(value)
  return [
    formatReturns(kills),
    '',
    `${number(records)} acknowledged records read back once each; ${number(streamed)} records of streams without gap or repetition`,
    `(streams were opened again ${number(reopened)} times); ${number(results)} results as their formula has them;`,
    `${number(changes)} changes of alerts once each in the history; ${number(alarmed)} alerts notified once or twice.`,
  ].join('\n')
}
