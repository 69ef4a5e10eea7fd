import { defineTexts } from '#platform/texts/define-texts.ts'

export const t = defineTexts('sims', {
  en: () => import('@fieldwatch/messages/sims/en'),
  de: () => import('@fieldwatch/messages/sims/de'),
  fr: () => import('@fieldwatch/messages/sims/fr'),
  es: () => import('@fieldwatch/messages/sims/es'),
})
