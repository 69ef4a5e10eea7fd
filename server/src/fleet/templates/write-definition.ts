import { differencesOfTemplates } from '@fieldwatch/contract/templates/template-difference'
import type { TemplateChangeNote } from '@fieldwatch/contract/templates/template-versions'
import type { TemplateDefinition } from '@fieldwatch/contract/templates/templates'
import type { Db } from '#platform/database/database.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { Clock } from '#platform/time/clock.ts'
import { createVersionStore } from '#platform/versions/version-store.ts'
import { followCharts } from './follow-charts.ts'
import type { FollowChange } from '#delivery/consequences/declaration.ts'
import { createTemplateStore, type StoredTemplate } from './template-store.ts'
import { createTemplateVersionStore } from './template-version-store.ts'
import type { TemplateId } from '@fieldwatch/contract/api/ids'
import { DomainError } from '#platform/errors/domain-error.ts'
import { conflictOf } from '#platform/versions/require-seen.ts'

interface Dependencies {
  /** The transaction in which the template was locked. */
  readonly db: Db
  readonly clock: Clock
  readonly followChange: FollowChange
}

interface Written {
  readonly caller: Pick<Caller, 'userId' | 'reach'>
  /** As it is so far. */
  readonly template: StoredTemplate
  readonly definition: TemplateDefinition
  /** `changed` by default. */
  readonly how?: TemplateChangeNote['how']
  /** The version that it goes back to. */
  readonly restored?: number
}

/** Differences that are kept with a version. */
const MOST_KEPT = 5

/**
 * Changes what a template shows: counts the change, keeps what it was before, and notes what is different. Returns the note, with the
 * new version.
 */
export async function writeDefinition(
  { db, clock, followChange }: Dependencies,
  { caller, template, definition, how = 'changed', restored }: Written,
): Promise<TemplateChangeNote> {
  const { id } = template
  const at = clock()
  const versions = createTemplateVersionStore(db)
  await versions.keep(template, at)
  await createTemplateStore(db).setDefinition(id, definition)
  const shown = { id, before: template.definition, after: definition }
  await followCharts(db, followChange, { ...shown, caller, now: at })
  const version = await createVersionStore(db).raise({ kind: 'template', id }, { by: caller.userId, at })
  const differences = differencesOfTemplates(template.definition, definition)
  const note = {
    version,
    how,
    ...(restored === undefined ? {} : { restored }),
    changes: differences.slice(0, MOST_KEPT),
    more: Math.max(0, differences.length - MOST_KEPT),
  }
  await versions.note(id, note)
  return note
}

/** The refusal of a change that was made from an older version, or from another template than the one that is shown. */
export async function describeConflict(db: Db, caller: Caller, id: TemplateId): Promise<DomainError> {
  const last = await createVersionStore(db).findLastChange({ kind: 'template', id }, caller.reach)
  return last === undefined ? new DomainError('template/not-found') : conflictOf('template', last, caller.userId)
}
