import { useState } from 'react'

/** The lines that a person has switched off in the legends of some charts. */
export interface HiddenLines {
  readonly keys: ReadonlySet<string>
  readonly toggle: (key: string) => void
}

export function useHiddenLines(): HiddenLines {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set())
  return { keys, toggle: (key) => setKeys((before) => toggled(before, key)) }
}

function toggled(keys: ReadonlySet<string>, key: string): Set<string> {
  const next = new Set(keys)
  if (!next.delete(key)) next.add(key)
  return next
}
