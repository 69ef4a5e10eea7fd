import type { DataId, EntityId } from '@fieldwatch/contract/api/ids'
import type { NamedComparison } from '@fieldwatch/contract/comparisons/comparison-names'
import { MOST_COMPARED_SERIES, type PeriodFigures } from '@fieldwatch/contract/comparisons/comparisons'
import type { ChartColumn } from '@fieldwatch/contract/templates/chart-table'
import { SourceName } from '@fieldwatch/contract/api/ids'
import type { TimeRange } from '@fieldwatch/contract/time/times'
import { type CompareParts, compareSeries } from '@fieldwatch/server/doors/telemetry/compare-periods'

/** What the series of a chart come to in two periods, as sent. */
export interface MailedFigures {
  readonly compared: TimeRange
  /** In the order of the chart; null for a series without numbers. */
  readonly series: readonly {
    readonly label: string
    readonly unit: string | undefined
    readonly shown: PeriodFigures | null
    readonly compared: PeriodFigures | null
  }[]
}

interface Asked {
  readonly dataId: DataId
  readonly reach: readonly EntityId[]
  readonly columns: readonly ChartColumn[]
  readonly range: TimeRange
  readonly compareWith: NamedComparison
  readonly timeZone: string
  readonly now: number
  readonly signal: AbortSignal
}

/** Compares the first series of a chart: a mail has no room for more. */
export async function compareChart(parts: CompareParts, asked: Asked): Promise<MailedFigures> {
  const { dataId: dataID, reach, range, compareWith, timeZone, now, signal } = asked
  const columns = asked.columns.slice(0, MOST_COMPARED_SERIES)
  const series = columns.map(({ source, field }) => ({ dataID, source: SourceName.parse(source), field }))
  const question = {
    series,
    from: new Date(range.from).toISOString(),
    to: new Date(range.to).toISOString(),
    compareWith,
    timeZone,
  }
  // Who may read its sources was judged for each recipient.
  const found = await compareSeries(parts, question, { reader: { role: 'admin', reach }, now, signal })
  return {
    compared: { from: Date.parse(found.compared.fromUTC), to: Date.parse(found.compared.toUTC) },
    series: columns.map(({ label, unit }, index) => ({
      label,
      unit,
      shown: found.series[index]?.shown ?? null,
      compared: found.series[index]?.compared ?? null,
    })),
  }
}
