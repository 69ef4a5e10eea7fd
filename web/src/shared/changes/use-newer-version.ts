import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { rebased } from './changed-fields.ts'
import type { IdFields, IdKind, Versions } from './compare-versions.ts'

interface Setting<Thing, Values extends object> {
  /** As it was when the change began. */
  base: () => Values
  typed: () => Values
  valuesOf: (thing: Thing) => Values
  /** The fields that hold ids, to be shown as names. */
  ids?: IdFields<Values> | undefined
  readNewer: () => Promise<Thing>
  /** Continues from the newer version, with these values. */
  goOnFrom: (newer: Thing, values: Values) => void
}

/** What was entered and the newer version, to be compared. */
export interface Comparison {
  readonly versions: Versions
  readonly ids: Readonly<Partial<Record<string, IdKind>>>
}

/** What a person can do after a conflict. */
export interface NewerVersion {
  /** Continues from the newer version, with all that was entered. */
  loadNewer: () => void
  /** Reads the newer version to be compared with what was entered. */
  compare: () => void
  /** Both versions, once `compare` has read the newer one. */
  compared: Comparison | undefined
  /** Continues from the version that was compared, with what was entered in these fields alone. */
  settle: (yours: readonly string[]) => void
  loading: boolean
  /** Why the newer one could not be loaded. */
  loadError: Error | null
}

/** Reads the newer version of what is changed after a conflict: to continue from it, or to compare both first. */
export function useNewerVersion<Thing, Values extends object>(setting: Setting<Thing, Values>): NewerVersion {
  const { base, typed, valuesOf, ids = {}, readNewer, goOnFrom } = setting
  const [compared, setCompared] = useState<{ thing: Thing; newer: Values; comparison: Comparison }>()
  const loading = useMutation({
    mutationFn: async (to: 'load' | 'compare') => {
      // As it was before the newer one comes, which may be shown at once.
      const before = base()
      return { before, thing: await readNewer(), to }
    },
    onSuccess: ({ before, thing, to }) => {
      const newer = valuesOf(thing)
      const versions = { base: before, typed: typed(), newer }
      if (to === 'compare') setCompared({ thing, newer, comparison: { versions, ids } })
      else goOnFrom(thing, rebased(before, versions.typed, newer))
    },
  })
  return {
    loadNewer: () => loading.mutate('load'),
    compare: () => loading.mutate('compare'),
    compared: compared?.comparison,
    settle: (yours) => {
      if (compared === undefined) return
      const kept = Object.entries(typed()).filter(([name]) => yours.includes(name))
      setCompared(undefined)
      // Each name is one of the form, with its value.
      goOnFrom(compared.thing, { ...compared.newer, ...(Object.fromEntries(kept) as Partial<Values>) })
    },
    loading: loading.isPending,
    loadError: loading.error,
  }
}
