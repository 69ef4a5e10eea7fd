import type { EntityId, TemplateId } from '@fieldwatch/contract/ids'

interface Named<Id extends string> {
  readonly id: Id
  readonly name: string
}

/** Finds things by id or by name, whatever its case. Answers a sentence when there is none, or more than one. */
export function createNames<Id extends string>(things: readonly Named<Id>[], words: { one: string; many: string }) {
  const ids = new Set<string>(things.map(({ id }) => id))
  const byName = Map.groupBy(things, ({ name }) => plain(name))
  return (written: string): { readonly id: Id } | { readonly problem: string } => {
    if (ids.has(written)) return { id: written as Id }
    const [first, second] = byName.get(plain(written)) ?? []
    if (first === undefined) return { problem: `There is no ${words.one} “${written.slice(0, 40)}”.` }
    if (second !== undefined) {
      return { problem: `Several ${words.many} are called “${written.slice(0, 40)}”. Write the id of one.` }
    }
    return { id: first.id }
  }
}

export type EntityNames = ReturnType<typeof createNames<EntityId>>
export type TemplateNames = ReturnType<typeof createNames<TemplateId>>

function plain(name: string): string {
  return name.trim().toLowerCase()
}
