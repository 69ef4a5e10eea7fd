import type { DataId, SourceName } from '@fieldwatch/contract/ids'
import type { FollowerStore } from './follower-store.ts'

/** How often the sources are listed, when nothing told of a change: followers may have lost their server. */
const LIST_EVERY_MS = 10_000

/** Which followers of this server a record makes wait, by the source that it is of. */
export function createFollowedSources(list: () => ReturnType<FollowerStore['listSources']>) {
  let followers = new Map<string, { readonly id: string }[]>()
  let listedAt = -Infinity

  return {
    followersOf: (dataId: DataId, source: SourceName): readonly { readonly id: string }[] =>
      followers.get(keyOf(dataId, source)) ?? [],

    /** Something has changed: they are listed at the next look. */
    outdate: (): void => {
      listedAt = -Infinity
    },

    /** Lists them anew when it is time. */
    refresh: async (): Promise<void> => {
      if (performance.now() - listedAt < LIST_EVERY_MS) return
      listedAt = performance.now()
      const sources = await list().catch((error: unknown) => {
        listedAt = -Infinity
        throw error
      })
      followers = Map.groupBy(sources, ({ dataId, source }) => keyOf(dataId, source))
    },
  }
}

function keyOf(dataId: string, source: string): string {
  return `${dataId}/${source}`
}
