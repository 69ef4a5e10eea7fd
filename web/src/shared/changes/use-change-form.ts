import type { UseFormReturnType } from '@mantine/form'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useUnsaved } from '#ui/components/unsaved-context.tsx'
import { changedFields, rebased } from './changed-fields.ts'
import { type ComparedField, compareVersions } from './compare-versions.ts'

interface Setting<Thing, Values extends object> {
  /** As it was when the form was opened. */
  thing: Thing
  valuesOf: (thing: Thing) => Values
  validate: (values: Values) => Record<string, string>
  /** Reads the thing as it is now. */
  readNewer: () => Promise<Thing>
  /** Whether what was entered is kept, though it does not show yet, as on its way to a unit. */
  isKept?: boolean
  /** Called when the form has a newer version, which makes former failures obsolete. */
  onNewer: () => void
}

export interface ChangeForm<Thing, Values extends object> {
  form: UseFormReturnType<Values>
  /** What the form was opened on, or the newer one that was loaded since. */
  base: Thing
  /** What differs from the base, to be sent. */
  changed: (values: Values) => Partial<Values>
  /** Goes on from the newer version, with all that was entered. */
  loadNewer: () => void
  /** Reads the newer version to be compared with what was entered. */
  compare: () => void
  /** The fields in which both differ, once `compare` has read the newer version. */
  compared: readonly ComparedField[] | undefined
  /** Goes on from the version that was compared, with what was entered in these fields alone. */
  settle: (yours: readonly string[]) => void
  loading: boolean
  /** Why the newer one could not be loaded. */
  loadError: Error | null
}

/** A form for a thing that others may change meanwhile. It asks before typed input is lost. */
export function useChangeForm<Thing, Values extends object>({
  thing,
  valuesOf,
  validate,
  readNewer,
  isKept = false,
  onNewer,
}: Setting<Thing, Values>): ChangeForm<Thing, Values> {
  const [base, setBase] = useState(thing)
  const form = useForm<Values>({ initialValues: valuesOf(thing), validate })
  useUnsaved(form.isDirty() && !isKept)
  const [compared, setCompared] = useState<{ newer: Thing; fields: readonly ComparedField[] }>()
  function goOnFrom(newer: Thing, values: Values): void {
    form.setValues(values)
    form.resetDirty(valuesOf(newer))
    setBase(newer)
    setCompared(undefined)
    onNewer()
  }
  const loading = useMutation({
    mutationFn: async (_to: 'load' | 'compare') => readNewer(),
    onSuccess: (newer, to) => {
      const versions = { base: valuesOf(base), typed: form.getValues(), newer: valuesOf(newer) }
      if (to === 'compare') setCompared({ newer, fields: compareVersions(versions) })
      else goOnFrom(newer, rebased(versions.base, versions.typed, versions.newer))
    },
  })
  return {
    form,
    base,
    changed: (values) => changedFields(valuesOf(base), values),
    loadNewer: () => loading.mutate('load'),
    compare: () => loading.mutate('compare'),
    compared: compared?.fields,
    settle: (yours) => {
      if (compared === undefined) return
      const typed = Object.entries(form.getValues()).filter(([name]) => yours.includes(name))
      // Each name is one of the form, with its value.
      goOnFrom(compared.newer, { ...valuesOf(compared.newer), ...(Object.fromEntries(typed) as Partial<Values>) })
    },
    loading: loading.isPending,
    loadError: loading.error,
  }
}
