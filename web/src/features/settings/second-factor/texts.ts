import { defineTexts } from '#platform/texts/define-texts.ts'

export const t = defineTexts('second-factor', {
  en: () => import('@fieldwatch/messages/second-factor/en'),
  de: () => import('@fieldwatch/messages/second-factor/de'),
  fr: () => import('@fieldwatch/messages/second-factor/fr'),
  es: () => import('@fieldwatch/messages/second-factor/es'),
})
