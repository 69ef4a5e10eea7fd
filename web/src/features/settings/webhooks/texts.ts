import { defineTexts } from '#platform/texts/define-texts.ts'

export const t = defineTexts('webhooks', {
  en: () => import('@fieldwatch/messages/webhooks/en'),
  de: () => import('@fieldwatch/messages/webhooks/de'),
  fr: () => import('@fieldwatch/messages/webhooks/fr'),
  es: () => import('@fieldwatch/messages/webhooks/es'),
})
