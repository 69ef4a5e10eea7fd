import { useEffect, useRef, useState } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import type { Api } from '#platform/api/call.ts'
import { useAction } from '#platform/api/use-action.ts'

/** How a download is followed and ended. */
export interface DownloadProgress {
  readonly signal: AbortSignal
  /** Called with the bytes of each piece. */
  readonly onBytes: (bytes: number) => void
}

/** A download, one at a time. It ends with what started it. */
export function useDownload<Request>(
  download: (api: Api, request: Request, progress: DownloadProgress) => Promise<void>,
) {
  const api = useApi()
  /** What has come so far. */
  const [bytes, setBytes] = useState(0)
  const controller = useRef<AbortController>(undefined)
  useEffect(() => () => controller.current?.abort(), [])
  const { mutate, isPending, error } = useAction({
    mutationFn: async (request: Request) => {
      const { signal } = (controller.current = new AbortController())
      setBytes(0)
      try {
        await download(api, request, { signal, onBytes: (more) => setBytes((sum) => sum + more) })
      } catch (problem) {
        // The person who cancels knows it.
        if (!signal.aborted) throw problem
      }
    },
  })
  return { start: mutate, cancel: () => controller.current?.abort(), isPending, bytes, error }
}
