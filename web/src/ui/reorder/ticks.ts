/** Something that is shown or not. */
export interface Tick<Id extends string = string> {
  readonly id: Id
  readonly shown: boolean
}

/** All that can be shown: those that are first, in their order. */
export function ticksOf<Id extends string>(all: readonly Id[], ticked: readonly Id[]): Tick<Id>[] {
  return [
    ...ticked.map((id) => ({ id, shown: true })),
    ...all.filter((id) => !ticked.includes(id)).map((id) => ({ id, shown: false })),
  ]
}

export function tickedOf<Id extends string>(ticks: readonly Tick<Id>[]): Id[] {
  return ticks.filter(({ shown }) => shown).map(({ id }) => id)
}
