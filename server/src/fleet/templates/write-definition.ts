import { differencesOfTemplates } from '@fieldwatch/contract/templates/template-difference'
import { textsIn } from '@fieldwatch/messages/server-texts'
import { differenceText } from '@fieldwatch/messages/template-differences/difference-text'
import type { TemplateChangeNote } from '@fieldwatch/contract/templates/template-versions'
import type { TemplateDefinition } from '@fieldwatch/contract/templates/templates'
import type { Db } from '#platform/database/database.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { Clock } from '#platform/time/clock.ts'
import { createVersionStore } from '#platform/versions/version-store.ts'
import { createTemplateStore, type StoredTemplate } from './template-store.ts'
import { createTemplateVersionStore } from './template-version-store.ts'

interface Dependencies {
  /** The transaction in which the template was locked. */
  readonly db: Db
  readonly clock: Clock
}

interface Written {
  readonly caller: Pick<Caller, 'userId'>
  /** As it is so far. */
  readonly template: StoredTemplate
  readonly definition: TemplateDefinition
  /** `changed` by default. */
  readonly how?: TemplateChangeNote['how']
  /** The version that it goes back to. */
  readonly restored?: number
}

/** Sentences that tell what a version changed. */
const TOLD = 5
const LONGEST = 300

/**
 * Changes what a template shows: counts the change, keeps what it was before, and notes what is different. Returns the note, with the
 * new version.
 */
export async function writeDefinition(
  { db, clock }: Dependencies,
  { caller, template, definition, how = 'changed', restored }: Written,
): Promise<TemplateChangeNote> {
  const { id } = template
  const at = clock()
  const versions = createTemplateVersionStore(db)
  await versions.keep(template, at)
  await createTemplateStore(db).setDefinition(id, definition)
  const version = await createVersionStore(db).raise({ kind: 'template', id }, { by: caller.userId, at })
  const sentences = differencesOfTemplates(template.definition, definition).map((one) =>
    differenceText(textsIn('en'), one),
  )
  const note = {
    version,
    how,
    ...(restored === undefined ? {} : { restored }),
    changes: sentences.slice(0, TOLD).map((one) => (one.length <= LONGEST ? one : `${one.slice(0, LONGEST - 1)}…`)),
    more: Math.max(0, sentences.length - TOLD),
  }
  await versions.note(id, note)
  return note
}
