import { defineTexts } from '#platform/texts/define-texts.ts'

export const t = defineTexts('profile', {
  en: () => import('@fieldwatch/messages/profile/en'),
  de: () => import('@fieldwatch/messages/profile/de'),
  fr: () => import('@fieldwatch/messages/profile/fr'),
  es: () => import('@fieldwatch/messages/profile/es'),
})
