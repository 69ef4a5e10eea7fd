import type { TemplateId } from '@fieldwatch/contract/api/ids'
import type { TemplateDefinition } from '@fieldwatch/contract/templates/templates'
import type { FollowChange } from '#delivery/consequences/declaration.ts'
import type { Db } from '#platform/database/database.ts'
import type { Caller } from '#platform/http/caller.ts'
import { changedTitles } from '@fieldwatch/contract/templates/chart-changes'
import { createUnitTemplateStore } from './unit-template-store.ts'

interface Shown {
  /** The template that the units show while this runs. */
  readonly id: TemplateId
  readonly before: TemplateDefinition
  readonly after: TemplateDefinition
  readonly caller: Pick<Caller, 'userId' | 'reach'>
  readonly now: number
}

/**
 * What follows from charts and reports that get another title, or go, on every unit that shows a template. Use it in the transaction of the
 * change.
 */
export async function followCharts(
  tx: Db,
  followChange: FollowChange,
  { id, before, after, caller, now }: Shown,
): Promise<void> {
  const changed = changedTitles(before, after)
  if (changed.length === 0) return
  const dataID = await createUnitTemplateStore(tx).findUnit(id)
  if (dataID === undefined) return
  const by = { caller: { userId: caller.userId, reach: caller.reach }, now }
  for (const { of, title: chart, to } of changed) {
    if (to === undefined) {
      const what = of === 'chart' ? 'mails.chart-deleted' : 'mails.event-report-deleted'
      await followChange(tx, {
        change: { kind: 'chart-deleted', dataID, chart, of },
        reason: (t) => t(what, { chart }),
        ...by,
      })
    } else {
      const change = { kind: 'chart-renamed', dataID, chart, of, to } as const
      await followChange(tx, { change, reason: (t) => t('mails.chart-renamed', { chart, to }), ...by })
    }
  }
}
