import { defineTexts } from '#platform/texts/define-texts.ts'

export const t = defineTexts('people', {
  en: () => import('@fieldwatch/messages/people/en'),
  de: () => import('@fieldwatch/messages/people/de'),
  fr: () => import('@fieldwatch/messages/people/fr'),
  es: () => import('@fieldwatch/messages/people/es'),
})
