import { defineTexts } from '#platform/texts/define-texts.ts'

export const t = defineTexts('notes', {
  en: () => import('@fieldwatch/messages/notes/en'),
  de: () => import('@fieldwatch/messages/notes/de'),
  fr: () => import('@fieldwatch/messages/notes/fr'),
  es: () => import('@fieldwatch/messages/notes/es'),
})
