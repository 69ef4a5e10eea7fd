import { defineTexts } from '#platform/texts/define-texts.ts'

export const t = defineTexts('management', {
  en: () => import('@fieldwatch/messages/management/en'),
  de: () => import('@fieldwatch/messages/management/de'),
  fr: () => import('@fieldwatch/messages/management/fr'),
  es: () => import('@fieldwatch/messages/management/es'),
})
