import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'account.sms-code':
    '{code} ist Ihr Fieldwatch-Code. Er ist {minutes, number} Minuten gültig. Geben Sie ihn nicht weiter.',
}
