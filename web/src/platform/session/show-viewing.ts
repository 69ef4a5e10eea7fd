import type { Query, QueryClient } from '@tanstack/react-query'
import { ME_KEY } from './me-key.ts'

/** After a switch of entities here: drops all data of the former ones and reads what is shown. */
export async function showViewing(client: QueryClient): Promise<void> {
  await client.resetQueries({ predicate: isNotMe })
}

/** After a switch in another tab: the same, but what is shown stays, with its open forms, until new data has arrived. */
export async function followViewing(client: QueryClient): Promise<void> {
  client.removeQueries({ type: 'inactive', predicate: isNotMe })
  await client.invalidateQueries({ predicate: isNotMe })
}

function isNotMe({ queryKey }: Query): boolean {
  return queryKey[0] !== ME_KEY[0]
}
