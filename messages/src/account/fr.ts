import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'account.sms-code': '{code} est votre code Fieldwatch. Il est valable {minutes, number} minutes. Ne le partagez pas.',
}
