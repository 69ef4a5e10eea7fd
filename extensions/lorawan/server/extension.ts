import type { ServerExtension } from '@fieldwatch/server/extension'

/** Devices that send by LoRaWAN network servers. */
export const lorawan: ServerExtension = { name: 'lorawan' }
