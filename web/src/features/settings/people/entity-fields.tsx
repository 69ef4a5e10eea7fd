import { EntityStatus } from '@fieldwatch/contract/people/entities'
import { Switch, TextInput } from '@mantine/core'
import { ChoiceSelect } from '#ui/components/choice-select.tsx'
import type { ReactNode } from 'react'
import { LanguageSelect } from '#shared/languages/language-select.tsx'
import { t as languages } from '#shared/languages/texts.ts'
import { MeasureFields } from '#shared/measures/measure-fields.tsx'
import { ImageField } from '#ui/pictures/image-field.tsx'
import type { EntityValues } from './user-values.ts'
import { t } from './texts.ts'

interface EntityFieldsProps {
  values: EntityValues
  errors: { name?: ReactNode; company?: ReactNode; url?: ReactNode; logo?: ReactNode; icon?: ReactNode }
  /** The addresses of the current pictures; left out for a new entity. */
  pictures?: { logo: string; icon: string } | undefined
  onChange: (values: EntityValues) => void
}

/** Name, company, URL, logo and icon of an entity, in any form. */
export function EntityFields({ values, errors, pictures = NO_PICTURES, onChange }: EntityFieldsProps) {
  return (
    <>
      <TextInput
        label={t('people.entity.name')}
        required
        value={values.name}
        error={errors.name}
        onChange={({ currentTarget }) => onChange({ ...values, name: currentTarget.value })}
      />
      <TextInput
        label={t('people.entity.company')}
        value={values.company}
        error={errors.company}
        onChange={({ currentTarget }) => onChange({ ...values, company: currentTarget.value })}
      />
      <TextInput
        label={t('people.entity.url')}
        inputMode="url"
        placeholder={t('people.entity.url.example')}
        value={values.url}
        error={errors.url}
        onChange={({ currentTarget }) => onChange({ ...values, url: currentTarget.value })}
      />
      <ImageField
        label={t('people.entity.logo')}
        current={pictures.logo}
        value={values.logo}
        error={errors.logo}
        onChange={(logo) => onChange({ ...values, logo })}
      />
      <ImageField
        label={t('people.entity.icon')}
        current={pictures.icon}
        value={values.icon}
        error={errors.icon}
        onChange={(icon) => onChange({ ...values, icon })}
      />
      {values.status === undefined ? undefined : (
        <ChoiceSelect
          label={t('people.users.status')}
          description={t('people.entity.status.help')}
          choices={EntityStatus.options}
          nameOf={(status) => t(`people.entity.status.${status}`)}
          value={values.status}
          onChange={(status) => onChange({ ...values, status })}
        />
      )}
      {values.viewersMayEdit === undefined ? undefined : (
        <Switch
          label={t('people.entity.viewers')}
          description={t('people.entity.viewers.help')}
          checked={values.viewersMayEdit}
          onChange={({ currentTarget }) => onChange({ ...values, viewersMayEdit: currentTarget.checked })}
        />
      )}
      {values.viewersMayConfigure === undefined ? undefined : (
        <Switch
          label={t('people.entity.sensors')}
          description={t('people.entity.sensors.help')}
          checked={values.viewersMayConfigure}
          onChange={({ currentTarget }) => onChange({ ...values, viewersMayConfigure: currentTarget.checked })}
        />
      )}
      {values.measures === undefined ? undefined : (
        <MeasureFields
          label={t('people.entity.measures')}
          description={t('people.entity.measures.help')}
          value={values.measures}
          onChange={(measures) => onChange({ ...values, measures })}
        />
      )}
      {values.language === undefined ? undefined : (
        <LanguageSelect
          description={languages('languages.of-entity.help')}
          none={languages('languages.as-browser')}
          value={values.language}
          onChange={(language) => onChange({ ...values, language })}
        />
      )}
    </>
  )
}

const NO_PICTURES = { logo: '', icon: '' }
