import { createConfiguredBus } from './configured/configured-bus.ts'
import { createConfiguredPressure } from './configured/configured-pressure.ts'
import type { Configured } from './configured/configured.ts'
import type { Position, SourceGenerator, UnitSetting } from './generator.ts'
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

/** A unit that keeps a configuration measures as that says; undefined for one that keeps none. */
export function configuredOf({ dataID, kind, site, position }: Described, worldSeed: number): Configured | undefined {
  return CONFIGURED[kind]?.({ seed: seedOf(site ?? dataID, worldSeed), position })
}

const CONFIGURED: Readonly<Partial<Record<KindName, (setting: UnitSetting) => Configured>>> = {
  'bus-gateway': createConfiguredBus,
  'pressure-gateway': createConfiguredPressure,
}

function seedOf(name: string, worldSeed: number): number {
  let seed = worldSeed | 0
  for (const letter of name) seed = Math.imul(seed ^ (letter.codePointAt(0) ?? 0), 0x01000193) + 0x9e37
  return seed
}
