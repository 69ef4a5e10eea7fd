import { z } from 'zod'

/** A setting that is switched on or off. */
export const flag = z.enum(['true', 'false', '1', '0']).transform((word) => word === 'true' || word === '1')
