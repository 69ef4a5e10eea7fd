import { type Language, LANGUAGE_NAMES, OFFERED_LANGUAGES } from '@fieldwatch/contract/text/languages'
import { NativeSelect } from '@mantine/core'
import { t } from './texts.ts'

interface LanguageSelectProps {
  description?: string
  /** What no choice means. */
  none: string
  /** Null: no choice. */
  value: Language | null
  onChange: (language: Language | null) => void
  /** Those that can be chosen; with a single one there is no choice, and no field. */
  offered?: readonly Language[]
}

/** Chooses a language, each by its own name. */
export function LanguageSelect({
  description,
  none,
  value,
  onChange,
  offered = OFFERED_LANGUAGES,
}: LanguageSelectProps) {
  if (offered.length < 2) return undefined
  return (
    <NativeSelect
      label={t('languages.label')}
      description={description}
      data={[
        { value: '', label: none },
        ...offered.map((language) => ({ value: language, label: LANGUAGE_NAMES[language] })),
      ]}
      value={value ?? ''}
      onChange={({ currentTarget }) => onChange(offered.find((language) => language === currentTarget.value) ?? null)}
    />
  )
}
