import { defineTexts } from '#platform/texts/define-texts.ts'

export const t = defineTexts('applications', {
  en: () => import('@fieldwatch/messages/applications/en'),
  de: () => import('@fieldwatch/messages/applications/de'),
  fr: () => import('@fieldwatch/messages/applications/fr'),
  es: () => import('@fieldwatch/messages/applications/es'),
})
