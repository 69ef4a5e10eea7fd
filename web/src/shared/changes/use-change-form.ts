import type { UseFormReturnType } from '@mantine/form'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useUnsaved } from '#ui/components/unsaved-context.tsx'
import { changedFields, rebased } from './changed-fields.ts'

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
  loadNewer: () => void
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
  const loading = useMutation({
    mutationFn: readNewer,
    onSuccess: (newer) => {
      form.setValues(rebased(valuesOf(base), form.getValues(), valuesOf(newer)))
      form.resetDirty(valuesOf(newer))
      setBase(newer)
      onNewer()
    },
  })
  return {
    form,
    base,
    changed: (values) => changedFields(valuesOf(base), values),
    loadNewer: () => loading.mutate(),
    loading: loading.isPending,
    loadError: loading.error,
  }
}
