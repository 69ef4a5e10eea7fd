import { defineTexts } from '#platform/texts/define-texts.ts'

export const t = defineTexts('phone-verification', {
  en: () => import('@fieldwatch/messages/phone-verification/en'),
  de: () => import('@fieldwatch/messages/phone-verification/de'),
  fr: () => import('@fieldwatch/messages/phone-verification/fr'),
  es: () => import('@fieldwatch/messages/phone-verification/es'),
})
