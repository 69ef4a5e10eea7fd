import { defineTexts } from '#platform/texts/define-texts.ts'

export const t = defineTexts('print', {
  en: () => import('@fieldwatch/messages/print/en'),
  de: () => import('@fieldwatch/messages/print/de'),
  fr: () => import('@fieldwatch/messages/print/fr'),
  es: () => import('@fieldwatch/messages/print/es'),
})
