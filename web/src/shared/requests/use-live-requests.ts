import { useLiveDocuments } from '#platform/live/live-context.ts'

/** Calls `look` when requests to a unit are new or in another state, or may have been while the stream was away. Only admins get these. */
export function useLiveRequests(dataId: string, look: () => void): void {
  useLiveDocuments(dataId, {
    requests: ({ dataID }) => {
      if (dataID === dataId) look()
    },
    opened: look,
  })
}
