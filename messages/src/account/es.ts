import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'account.sms-code': '{code} es su código de Fieldwatch. Es válido durante {minutes, number} minutos. No lo comparta.',
}
