import { Consequences, useConsequences } from '#shared/consequences/consequences.tsx'
import { type ChangedTemplate, titleChanges } from './title-changes.ts'

/**
 * What follows from charts and reports that have another title in a changed template, or are gone: the list, where there are such, and
 * whether the change may be made. Without a template it is not known yet.
 */
export function useTitleConsequences(changed: ChangedTemplate | undefined) {
  const changes = changed === undefined ? [] : titleChanges(changed)
  const { ready, ...consequences } = useConsequences(changes)
  return {
    ready: changed !== undefined && ready,
    list: changes.length === 0 ? undefined : <Consequences {...consequences} />,
  }
}
