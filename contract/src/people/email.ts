import { z } from 'zod'

/** As browsers judge an address (HTML, input of type email), with dots only between other characters (RFC 5321, section 4.1.2). */
const ADDRESS =
  /^(?!\.)(?!.*\.[.@])[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/

export const Email = z.string().trim().toLowerCase().max(254).regex(ADDRESS, 'fields.enter-address')
