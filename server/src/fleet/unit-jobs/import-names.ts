import { say } from '@fieldwatch/messages/server-sentences'
import type { EntityId, LabelId, TemplateId } from '@fieldwatch/contract/api/ids'
import type { Label } from '@fieldwatch/contract/units/labels'

interface Named<Id extends string> {
  readonly id: Id
  readonly name: string
}

interface NameSentences {
  readonly none: 'answers.import.no-entity' | 'answers.import.no-template'
  readonly several: 'answers.import.several-entities' | 'answers.import.several-templates'
}

/** Finds things by id or by name, whatever its case. Answers a sentence when there is none, or more than one. */
export function createNames<Id extends string>(things: readonly Named<Id>[], sentences: NameSentences) {
  const ids = new Set<string>(things.map(({ id }) => id))
  const byName = Map.groupBy(things, ({ name }) => plain(name))
  return (written: string): Found<Id> => {
    if (ids.has(written)) return { id: written as Id }
    const [first, second] = byName.get(plain(written)) ?? []
    if (first === undefined) return { problem: say(sentences.none, { name: shortened(written) }) }
    return second === undefined ? { id: first.id } : { problem: say(sentences.several, { name: shortened(written) }) }
  }
}

type Found<Id> = { readonly id: Id } | { readonly problem: string }

/** As `createNames`, of labels: of several with one name, that of the entities of the unit is meant. */
export function createLabelNames(labels: readonly Pick<Label, 'labelID' | 'name' | 'entity'>[]) {
  const entityOf = new Map<string, EntityId>(labels.map(({ labelID, entity }) => [labelID, entity]))
  const byName = Map.groupBy(labels, ({ name }) => plain(name))
  const find = (written: string, entities: readonly EntityId[]): Found<LabelId> => {
    if (entityOf.has(written)) return { id: written as LabelId }
    const called = byName.get(plain(written)) ?? []
    if (called.length === 0) {
      return { problem: say('answers.import.no-label', { name: shortened(written) }) }
    }
    const own = called.filter(({ entity }) => entities.includes(entity))
    const [first, second] = own.length > 0 ? own : called
    return first === undefined || second !== undefined
      ? { problem: say('answers.import.several-labels', { name: shortened(written) }) }
      : { id: first.labelID }
  }
  return { find, entityOf: (id: LabelId): EntityId | undefined => entityOf.get(id) }
}

export type LabelNames = ReturnType<typeof createLabelNames>

function shortened(written: string): string {
  return written.slice(0, 40)
}

export type EntityNames = ReturnType<typeof createNames<EntityId>>
export type TemplateNames = ReturnType<typeof createNames<TemplateId>>

function plain(name: string): string {
  return name.trim().toLowerCase()
}
