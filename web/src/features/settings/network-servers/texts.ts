import { defineTexts } from '#platform/texts/define-texts.ts'

export const t = defineTexts('network-servers', {
  en: () => import('@fieldwatch/messages/network-servers/en'),
  de: () => import('@fieldwatch/messages/network-servers/de'),
  fr: () => import('@fieldwatch/messages/network-servers/fr'),
  es: () => import('@fieldwatch/messages/network-servers/es'),
})
