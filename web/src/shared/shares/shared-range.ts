import type { SharedRange } from '@fieldwatch/contract/shares/shares'
import type { ChartWindow } from '#shared/charts/chart-window.ts'

/** The period that a link shows of a chart: one that moves along goes on doing so, another one stays as it is. */
export function sharedRangeOf(window: ChartWindow): SharedRange {
  if (window.kind === 'rolling') return { kind: 'last', minutes: Math.max(1, Math.round(window.lengthMs / 60_000)) }
  return {
    kind: 'between',
    fromUTC: new Date(Math.floor(window.from)).toISOString(),
    toUTC: new Date(Math.ceil(window.to)).toISOString(),
  }
}
