import { ENTITY_STATUSES } from '@fieldwatch/contract/people/entities'
import { NativeSelect, Switch, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { LanguageSelect } from '#shared/languages/language-select.tsx'
import { t } from '#shared/languages/texts.ts'
import { MeasureFields } from '#shared/measures/measure-fields.tsx'
import { ImageField } from '#ui/pictures/image-field.tsx'
import type { EntityValues } from './user-values.ts'

interface EntityFieldsProps {
  values: EntityValues
  errors: { name?: ReactNode; company?: ReactNode; url?: ReactNode; logo?: ReactNode; icon?: ReactNode }
  /** The addresses of the current pictures; left out for a new entity. */
  pictures?: { logo: string; icon: string } | undefined
  onChange: (values: EntityValues) => void
}

/** Name, company, URL, logo and icon of an entity, in whatever form it stands. */
export function EntityFields({ values, errors, pictures = NO_PICTURES, onChange }: EntityFieldsProps) {
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
        label="Company Name"
        value={values.company}
        error={errors.company}
        onChange={({ currentTarget }) => onChange({ ...values, company: currentTarget.value })}
      />
      <TextInput
        label="Entity URL"
        inputMode="url"
        placeholder="https://example.com"
        value={values.url}
        error={errors.url}
        onChange={({ currentTarget }) => onChange({ ...values, url: currentTarget.value })}
      />
      <ImageField
        label="Entity Logo"
        current={pictures.logo}
        value={values.logo}
        error={errors.logo}
        onChange={(logo) => onChange({ ...values, logo })}
      />
      <ImageField
        label="Entity Icon"
        current={pictures.icon}
        value={values.icon}
        error={errors.icon}
        onChange={(icon) => onChange({ ...values, icon })}
      />
      {values.status === undefined ? undefined : (
        <NativeSelect
          label="Status"
          description="The people of a disabled entity are signed out and cannot sign in. Its units are heard as before."
          data={STATUSES}
          value={values.status}
          onChange={({ currentTarget: { value } }) => {
            const status = ENTITY_STATUSES.find((one) => one === value)
            if (status !== undefined) onChange({ ...values, status })
          }}
        />
      )}
      {values.viewersMayEdit === undefined ? undefined : (
        <Switch
          label="Viewers may edit dashboards, events and calculated sources"
          description="Off, only admins change those of the devices of this entity. A device of several entities needs all of them to let viewers."
          checked={values.viewersMayEdit}
          onChange={({ currentTarget }) => onChange({ ...values, viewersMayEdit: currentTarget.checked })}
        />
      )}
      {values.measures === undefined ? undefined : (
        <MeasureFields
          label="Units of measure"
          description="In which its people read values, unless they choose others in their profile."
          value={values.measures}
          onChange={(measures) => onChange({ ...values, measures })}
        />
      )}
      {values.language === undefined ? undefined : (
        <LanguageSelect
          description={t('languages.of-entity.help')}
          none={t('languages.as-browser')}
          value={values.language}
          onChange={(language) => onChange({ ...values, language })}
        />
      )}
    </>
  )
}

const STATUSES = ENTITY_STATUSES.map((value) => ({ value, label: value === 'active' ? 'Active' : 'Disabled' }))

const NO_PICTURES = { logo: '', icon: '' }
