import type { Translation } from '../texts-of.ts'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'alerts-text.status.ok': 'OK',
  'alerts-text.status.high': 'Ausgelöst',
  'alerts-text.limit.equal': 'gleich {limit}',
  'alerts-text.limit.not-equal': 'ungleich {limit}',
  'alerts-text.limit.greater': 'größer als {limit}',
  'alerts-text.limit.less': 'kleiner als {limit}',
  'alerts-text.limit.greater-or-equal': 'größer oder gleich {limit}',
  'alerts-text.limit.less-or-equal': 'kleiner oder gleich {limit}',
  'alerts-text.notifies-nobody':
    'Niemand wird über diesen Alarm benachrichtigt. Heben Sie die Stummschaltung auf, schalten Sie in einem Profil E-Mail oder SMS ein, oder fügen Sie eine Person hinzu.',
}
