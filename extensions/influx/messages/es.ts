import type { Translation } from '@fieldwatch/messages/texts-of'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'influx.help':
    'Todo lo que escribe en InfluxDB 1 o 2 puede enviar aquí: introduzca esta dirección y este token. La organización, el bucket y la base de datos pueden llamarse como quiera.',
}
