import type { TableFollowers } from '#features/events/table-followers.ts'

const tableFollowers: TableFollowers = {
  lock: async () => undefined,
  listFollowed: async () => [],
  restart: async () => () => undefined,
}

/** For consequences that are described and not carried out. */
export const UNUSED_PARTS = { bus: { publish: () => undefined }, tableFollowers }
