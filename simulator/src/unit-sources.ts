import type { Position, SourceGenerator } from './generator.ts'
import { type KindName, KINDS } from './kinds/kinds.ts'

interface Described {
  readonly dataID: string
  readonly kind: KindName
  readonly site?: string | undefined
  readonly position: Position
}

/** What a unit measures in a world with this seed. */
export function sourcesOf({ dataID, kind, site, position }: Described, worldSeed: number): readonly SourceGenerator[] {
  return KINDS[kind]({ seed: seedOf(site ?? dataID, worldSeed), position })
}

function seedOf(name: string, worldSeed: number): number {
  let seed = worldSeed | 0
  for (const letter of name) seed = Math.imul(seed ^ (letter.codePointAt(0) ?? 0), 0x01000193) + 0x9e37
  return seed
}
