import type { ChangeOf } from '@fieldwatch/contract/consequences/changes'
import { type RawBuilder, sql } from 'kysely'
import { isOneOf, showsTemplateOf } from '#delivery/consequences/affected-store.ts'
import type { Db } from '#platform/database/database.ts'
import { type ChangedTitle, changedTitles } from '@fieldwatch/contract/templates/chart-changes'
import { createUnitTemplateStore } from './unit-template-store.ts'

/** A chart or report that some units show by another title from now on, or no more. */
export interface ChangedChart extends ChangedTitle {
  /** Whether a column names one of these units. */
  readonly isShownBy: (column: string) => RawBuilder<unknown>
}

export type ChartChange = ChangeOf<'chart-renamed' | 'chart-deleted' | 'template-changed'>

/** The charts and reports that have another title after a change, or are gone. Use it before units get another template. */
export async function findChangedCharts(db: Db, change: ChartChange): Promise<ChangedChart[]> {
  if (change.kind !== 'template-changed') {
    const { of = 'chart', chart: title, dataID, onlyThisUnit = false } = change
    const to = change.kind === 'chart-renamed' ? change.to : undefined
    const isShownBy = (column: string): RawBuilder<unknown> =>
      onlyThisUnit ? isOneOf(column, [dataID]) : showsTemplateOf(sql.ref(column), dataID)
    return [{ of, title, to, isShownBy }]
  }
  const store = createUnitTemplateStore(db)
  const after = change.templateID === null ? undefined : await store.findDefinition(change.templateID)
  const shown = await store.listShown(change.dataIDs)
  return shown.flatMap(({ definition, dataIds }) => {
    const isShownBy = (column: string): RawBuilder<unknown> => isOneOf(column, dataIds)
    return changedTitles(definition, after ?? { title: '' }).map((one) => ({ ...one, isShownBy }))
  })
}

/** As `findChangedCharts`, but only the charts that have another title, or only those that are gone. */
export async function findCharts(db: Db, change: ChartChange, which: 'renamed' | 'gone'): Promise<ChangedChart[]> {
  const changed = await findChangedCharts(db, change)
  return changed.filter(({ of, to }) => of === 'chart' && (to === undefined) === (which === 'gone'))
}

/** Whether one of some charts or reports is meant by a title and the unit that a column names. */
export function isOneOfCharts(
  charts: readonly ChangedChart[],
  { title, unit }: { readonly title: RawBuilder<unknown>; readonly unit: string },
): RawBuilder<unknown> {
  const meant = charts.map((one) => sql`${title} = ${one.title} and ${one.isShownBy(unit)}`)
  return sql`(${sql.join([sql`false`, ...meant], sql` or `)})`
}
