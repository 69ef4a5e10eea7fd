import type { Query, QueryClient } from '@tanstack/react-query'
import { ME_KEY } from './me-key.ts'

/** After the person chose another entity: all that was read for the former one goes, and is read anew where it is shown. */
export async function showViewing(client: QueryClient): Promise<void> {
  await client.resetQueries({ predicate: isNotMe })
}

/** After another tab chose it: the same, but what is on the screen stays until its successor is there, with its open forms. */
export async function followViewing(client: QueryClient): Promise<void> {
  client.removeQueries({ type: 'inactive', predicate: isNotMe })
  await client.invalidateQueries({ predicate: isNotMe })
}

function isNotMe({ queryKey }: Query): boolean {
  return queryKey[0] !== ME_KEY[0]
}
