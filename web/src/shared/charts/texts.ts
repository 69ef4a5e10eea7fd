import { defineTexts } from '#platform/texts/define-texts.ts'

export const t = defineTexts('charts', {
  en: () => import('@fieldwatch/messages/charts/en'),
  de: () => import('@fieldwatch/messages/charts/de'),
  fr: () => import('@fieldwatch/messages/charts/fr'),
  es: () => import('@fieldwatch/messages/charts/es'),
})
