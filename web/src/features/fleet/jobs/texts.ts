import { defineTexts } from '#platform/texts/define-texts.ts'

export const t = defineTexts('many-units', {
  en: () => import('@fieldwatch/messages/many-units/en'),
  de: () => import('@fieldwatch/messages/many-units/de'),
  fr: () => import('@fieldwatch/messages/many-units/fr'),
  es: () => import('@fieldwatch/messages/many-units/es'),
})
