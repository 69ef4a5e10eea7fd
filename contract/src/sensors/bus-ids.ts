/** The boards of a gateway. By themselves, since the address of their page is read before anything else is loaded. */
export const BUS_IDS = ['can0', 'can1', 'can2'] as const
export type BusId = (typeof BUS_IDS)[number]
