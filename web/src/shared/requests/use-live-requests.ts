import { useLiveDocuments } from '#platform/live/live-context.ts'

/** Calls `look` when requests to a unit are new or in another state, or may have been while no one heard it. Only admins are told. */
export function useLiveRequests(dataId: string, look: () => void): void {
  useLiveDocuments(dataId, {
    onRequests: ({ dataID }) => {
      if (dataID === dataId) look()
    },
    onOpened: look,
    onReopened: look,
  })
}
