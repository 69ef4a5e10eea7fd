import type { Translation } from '@fieldwatch/messages/texts-of'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'influx.help':
    'Tout ce qui écrit dans InfluxDB 1 ou 2 peut envoyer ici : saisissez cette adresse et ce jeton. L’organisation, le bucket et la base de données sont libres.',
}
