import { defineTexts } from '#platform/texts/define-texts.ts'

/** The server writes the same into the versions of templates. */
export const tDifference = defineTexts('template-differences', {
  en: () => import('@fieldwatch/messages/template-differences/en'),
  de: () => import('@fieldwatch/messages/template-differences/de'),
  fr: () => import('@fieldwatch/messages/template-differences/fr'),
  es: () => import('@fieldwatch/messages/template-differences/es'),
})
