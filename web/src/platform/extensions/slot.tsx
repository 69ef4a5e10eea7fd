import { createElement, Suspense } from 'react'
import { useMe } from '#platform/session/me-queries.ts'
import type { Slots } from './slots.ts'
import { slotParts } from './web-extension.ts'

interface SlotProps<Name extends keyof Slots> {
  name: Name
  /** What the parts get. */
  of: Slots[Name]
}

/** A place on a screen that extensions fill. */
export function Slot<Name extends keyof Slots>({ name, of }: SlotProps<Name>) {
  const me = useMe()
  return slotParts(name, me).map(({ extension, Part }) => (
    <Suspense key={extension}>{createElement(Part, of)}</Suspense>
  ))
}
