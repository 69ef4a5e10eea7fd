import { defineTexts } from '#platform/texts/define-texts.ts'

export const t = defineTexts('deletion', {
  en: () => import('@fieldwatch/messages/deletion/en'),
  de: () => import('@fieldwatch/messages/deletion/de'),
  fr: () => import('@fieldwatch/messages/deletion/fr'),
  es: () => import('@fieldwatch/messages/deletion/es'),
})
