import { defineTexts } from '#platform/texts/define-texts.ts'

export const t = defineTexts('settings', {
  en: () => import('@fieldwatch/messages/settings/en'),
  de: () => import('@fieldwatch/messages/settings/de'),
  fr: () => import('@fieldwatch/messages/settings/fr'),
  es: () => import('@fieldwatch/messages/settings/es'),
})
