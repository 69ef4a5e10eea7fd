import { defineTexts } from '#platform/texts/define-texts.ts'

export const t = defineTexts('table', {
  en: () => import('@fieldwatch/messages/table/en'),
  de: () => import('@fieldwatch/messages/table/de'),
  fr: () => import('@fieldwatch/messages/table/fr'),
  es: () => import('@fieldwatch/messages/table/es'),
})
