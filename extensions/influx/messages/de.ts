import type { Translation } from '@fieldwatch/messages/texts-of'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'influx.help':
    'Alles, was in InfluxDB 1 oder 2 schreibt, kann hierher senden: Geben Sie diese Adresse und dieses Token ein. Organization, Bucket und Datenbank sind beliebig.',
}
