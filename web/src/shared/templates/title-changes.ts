import type { DataId } from '@fieldwatch/contract/api/ids'
import type { ChangeOf } from '@fieldwatch/contract/consequences/changes'
import { changedTitles } from '@fieldwatch/contract/templates/chart-changes'
import type { TemplateDefinition } from '@fieldwatch/contract/templates/templates'

export interface ChangedTemplate {
  readonly before: TemplateDefinition
  readonly after: TemplateDefinition
  /** A unit that shows it. */
  readonly dataID: DataId
  /** Whether the unit gets its own copy, so that others show what they did. */
  readonly onlyThisUnit?: boolean
}

export type TitleChange = ChangeOf<'chart-renamed' | 'chart-deleted'>

/** The charts and reports that have another title in a changed template, or are gone. */
export function titleChanges({ before, after, ...shown }: ChangedTemplate): readonly TitleChange[] {
  return changedTitles(before, after).map(({ of, title: chart, to }) => {
    const what = { ...shown, chart, of }
    return to === undefined ? { kind: 'chart-deleted', ...what } : { kind: 'chart-renamed', ...what, to }
  })
}
