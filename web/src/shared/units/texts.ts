import { defineTexts } from '#platform/texts/define-texts.ts'

export const t = defineTexts('units', {
  en: () => import('@fieldwatch/messages/units/en'),
  de: () => import('@fieldwatch/messages/units/de'),
  fr: () => import('@fieldwatch/messages/units/fr'),
  es: () => import('@fieldwatch/messages/units/es'),
})
