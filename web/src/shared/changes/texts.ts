import { defineTexts } from '#platform/texts/define-texts.ts'

export const t = defineTexts('changes', {
  en: () => import('@fieldwatch/messages/changes/en'),
  de: () => import('@fieldwatch/messages/changes/de'),
  fr: () => import('@fieldwatch/messages/changes/fr'),
  es: () => import('@fieldwatch/messages/changes/es'),
})
