import { defineTexts } from '#platform/texts/define-texts.ts'

export const t = defineTexts('maintenance', {
  en: () => import('@fieldwatch/messages/maintenance/en'),
  de: () => import('@fieldwatch/messages/maintenance/de'),
  fr: () => import('@fieldwatch/messages/maintenance/fr'),
  es: () => import('@fieldwatch/messages/maintenance/es'),
})
