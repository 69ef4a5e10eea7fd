import type { SessionUser } from '@fieldwatch/contract/users'
import type { QueryClient } from '@tanstack/react-query'
import { ME_KEY } from './me-key.ts'
import { followViewing } from './show-viewing.ts'

/** Reads shown data again when the rights of the signed-in user change. */
export function followReach(client: QueryClient): void {
  let before: string | undefined
  client.getQueryCache().subscribe(({ query }) => {
    if (query.queryKey[0] !== ME_KEY[0]) return
    // The key tells which user the data belongs to.
    const me = query.state.data as SessionUser | undefined
    const reach = me && reachOf(me)
    const hasChanged = before !== undefined && reach !== undefined && reach !== before
    before = reach
    if (hasChanged) void followViewing(client)
  })
}

function reachOf({ id, role, permissions, entityData }: SessionUser): string {
  return JSON.stringify([id, role, permissions.toSorted(), Object.keys(entityData).toSorted()])
}
