import { z } from 'zod'

/** A setting that names a port; 0 is any that is free. */
export const port = z.coerce.number().int().min(0).max(65_535)
