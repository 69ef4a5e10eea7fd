import { defineTexts } from '#platform/texts/define-texts.ts'

export const t = defineTexts('sign-in', {
  en: () => import('@fieldwatch/messages/sign-in/en'),
  de: () => import('@fieldwatch/messages/sign-in/de'),
  fr: () => import('@fieldwatch/messages/sign-in/fr'),
  es: () => import('@fieldwatch/messages/sign-in/es'),
})
