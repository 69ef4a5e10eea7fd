import type { QueryClient } from '@tanstack/react-query'
import { ME_KEY } from './me-key.ts'

/** After another entity was chosen: all that was read for the former one is read anew, but for the person. */
export async function showViewing(client: QueryClient): Promise<void> {
  await client.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== ME_KEY[0] })
}
