import { type Language, LANGUAGE_NAMES, OFFERED_LANGUAGES } from '@fieldwatch/contract/text/languages'
import { NativeSelect } from '@mantine/core'
import { chooseForBrowser, PAGE_LANGUAGE } from '#platform/texts/page-language.ts'
import { t } from './texts.ts'

interface LanguageChoiceProps {
  /** With a single one there is no choice, and no field. */
  offered?: readonly Language[]
  /** Loads the page again. */
  reload?: () => void
}

/** The language of the page before sign-in, kept in this browser. */
export function LanguageChoice({ offered = OFFERED_LANGUAGES, reload = () => location.reload() }: LanguageChoiceProps) {
  if (offered.length < 2) return undefined
  return (
    <NativeSelect
      size="xs"
      aria-label={t('sign-in.language')}
      data={offered.map((language) => ({ value: language, label: LANGUAGE_NAMES[language] }))}
      defaultValue={PAGE_LANGUAGE.language}
      onChange={({ currentTarget: { value } }) => {
        const language = offered.find((one) => one === value)
        if (language === undefined) return
        chooseForBrowser(language)
        reload()
      }}
    />
  )
}
