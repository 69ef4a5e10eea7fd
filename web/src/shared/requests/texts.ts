import { defineTexts } from '#platform/texts/define-texts.ts'

export const t = defineTexts('requests', {
  en: () => import('@fieldwatch/messages/requests/en'),
  de: () => import('@fieldwatch/messages/requests/de'),
  fr: () => import('@fieldwatch/messages/requests/fr'),
  es: () => import('@fieldwatch/messages/requests/es'),
})
