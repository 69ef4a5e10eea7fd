import { defineTexts } from '#platform/texts/define-texts.ts'

export const t = defineTexts('reports', {
  en: () => import('@fieldwatch/messages/reports/en'),
  de: () => import('@fieldwatch/messages/reports/de'),
  fr: () => import('@fieldwatch/messages/reports/fr'),
  es: () => import('@fieldwatch/messages/reports/es'),
})
