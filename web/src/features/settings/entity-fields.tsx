import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { ImageField } from '#components/image-field.tsx'
import type { EntityValues } from './person-values.ts'

interface EntityFieldsProps {
  values: EntityValues
  errors: { name?: ReactNode; url?: ReactNode }
  onChange: (values: EntityValues) => void
}

/** Name, URL, logo and icon of an entity, in whatever form it stands. */
export function EntityFields({ values, errors, onChange }: EntityFieldsProps) {
  return (
    <>
      <TextInput
        label="Entity Name"
        required
        value={values.name}
        error={errors.name}
        onChange={({ currentTarget }) => onChange({ ...values, name: currentTarget.value })}
      />
      <TextInput
        label="Entity URL"
        inputMode="url"
        placeholder="https://example.com"
        value={values.url}
        error={errors.url}
        onChange={({ currentTarget }) => onChange({ ...values, url: currentTarget.value })}
      />
      <ImageField label="Entity Logo" value={values.logo} onChange={(logo) => onChange({ ...values, logo })} />
      <ImageField label="Entity Icon" value={values.icon} onChange={(icon) => onChange({ ...values, icon })} />
    </>
  )
}
