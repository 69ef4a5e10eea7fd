import { refusedFields } from '#ui/components/field-failures.ts'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useState } from 'react'
import { useUnsaved } from '#ui/components/unsaved-context.tsx'
import { changedFields } from './changed-fields.ts'
import type { IdFields } from './compare-versions.ts'
import { type NewerVersion, useNewerVersion } from './use-newer-version.ts'

interface Setting<Thing, Values extends object> {
  /** As it was when the form was opened. */
  thing: Thing
  valuesOf: (thing: Thing) => Values
  validate: (values: Values) => Record<string, string>
  /** The fields that hold ids, to be shown as names when versions are compared. */
  ids?: IdFields<Values>
  /** Reads the thing as it is now; the base is the one that the form has. */
  readNewer: (base: Thing) => Promise<Thing>
  /** Whether what was entered is kept, though it does not show yet, as on its way to a unit. */
  isKept?: boolean
  /** Called when the form has a newer version, which makes former failures obsolete. */
  onNewer: (newer: Thing) => void
}

export interface ChangeForm<Thing, Values extends object> extends NewerVersion {
  form: UseFormReturnType<Values>
  /** What the form was opened on, or the newer one that was loaded since. */
  base: Thing
  /** What differs from the base, to be sent. */
  changed: (values: Values) => Partial<Values>
  /** Shows beside the fields what a refusal says of them. */
  showFields: (problem: Error) => void
}

/** A form for a thing that others may change in the meantime. It asks before typed input is lost. */
export function useChangeForm<Thing, Values extends object>({
  thing,
  valuesOf,
  validate,
  ids,
  readNewer,
  isKept = false,
  onNewer,
}: Setting<Thing, Values>): ChangeForm<Thing, Values> {
  const [base, setBase] = useState(thing)
  const form = useForm<Values>({ initialValues: valuesOf(thing), validate })
  useUnsaved(form.isDirty() && !isKept)
  const newer = useNewerVersion<Thing, Values>({
    base: () => valuesOf(base),
    typed: form.getValues,
    valuesOf,
    ids,
    readNewer: () => readNewer(base),
    goOnFrom: (next, values) => {
      form.setValues(values)
      form.resetDirty(valuesOf(next))
      setBase(next)
      onNewer(next)
    },
  })
  return {
    ...newer,
    form,
    base,
    changed: (values) => changedFields(valuesOf(base), values),
    showFields: (problem) => form.setErrors(refusedFields(problem)),
  }
}
