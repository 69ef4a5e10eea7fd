import { z } from 'zod'

/** A door by which units send: our own `mqtt` and `http`, or that of a protocol of another maker, such as `influx`. Extensions bring further ones. */
export const Door = z.string().regex(/^[a-z][a-z0-9-]{0,30}$/)
export type Door = z.infer<typeof Door>
