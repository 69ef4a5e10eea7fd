import { readsAsNumber } from '@fieldwatch/contract/telemetry/data'
import type { Caller } from '@fieldwatch/server/platform/http/caller'
import { createBreaks } from '@fieldwatch/server/records/store/breaks'
import { mayRead } from '@fieldwatch/server/records/store/source-policy'
import { type Matcher, METRIC } from './label-matchers.ts'
import type { Selector } from './query.ts'
import { isMatch, type Labels, labelsOf, valuesOf } from './series-labels.ts'
import type { SeriesStore } from './series-store.ts'

export interface FoundSeries {
  readonly sourceKey: number
  readonly field: string
  readonly labels: Labels
}

/** What a series costs, in values of `createBreaks`; one that a regular expression looks at. */
const SERIES_COST = 20
const PATTERN_COST = 2_000

type Asking = Pick<Caller, 'role' | 'reach'>

/** The series within reach that a selector matches; series of text are none. */
export async function* findSeries(
  store: SeriesStore,
  { matchers }: Pick<Selector, 'matchers'>,
  caller: Asking,
  signal: AbortSignal,
): AsyncGenerator<FoundSeries> {
  const breaks = createBreaks()
  const cost = matchers.some(({ isPattern }) => isPattern) ? PATTERN_COST : SERIES_COST
  for await (const page of store.listSources({ reach: caller.reach, ...wanted(matchers) })) {
    signal.throwIfAborted()
    for (const { key, dataId, name, types, unitName, entity } of page) {
      if (!mayRead(caller, name)) continue
      for (const [field, type] of Object.entries(types)) {
        await breaks.worked(cost)
        if (type !== 'mixed' && !readsAsNumber(type)) continue
        const labels = labelsOf({ dataId, name: unitName, entity, source: name, field })
        if (isMatch(matchers, labels)) yield { sourceKey: key, field, labels }
      }
    }
  }
}

/** What the database can leave out: units, sources and fields that no series may have. */
function wanted(matchers: readonly Matcher[]) {
  return {
    dataIds: valuesOf(matchers, 'unit'),
    names: valuesOf(matchers, 'source'),
    fields: valuesOf(matchers, 'field') ?? fieldsOfMetrics(valuesOf(matchers, METRIC)),
  }
}

/** A dash of a field is `_` in its metric, and `value` has the name of its source. */
function fieldsOfMetrics(metrics: readonly string[] | undefined): readonly string[] | undefined {
  return metrics?.every((metric) => !metric.includes('_')) === true ? [...metrics, 'value'] : undefined
}
