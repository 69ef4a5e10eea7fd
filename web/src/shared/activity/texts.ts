import { defineTexts } from '#platform/texts/define-texts.ts'

export const t = defineTexts('activity', {
  en: () => import('@fieldwatch/messages/activity/en'),
  de: () => import('@fieldwatch/messages/activity/de'),
  fr: () => import('@fieldwatch/messages/activity/fr'),
  es: () => import('@fieldwatch/messages/activity/es'),
})
