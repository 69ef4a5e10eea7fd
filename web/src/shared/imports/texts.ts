import { defineTexts } from '#platform/texts/define-texts.ts'

export const t = defineTexts('imports', {
  en: () => import('@fieldwatch/messages/imports/en'),
  de: () => import('@fieldwatch/messages/imports/de'),
  fr: () => import('@fieldwatch/messages/imports/fr'),
  es: () => import('@fieldwatch/messages/imports/es'),
})
