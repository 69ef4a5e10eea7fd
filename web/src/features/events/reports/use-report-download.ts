import { useEffect, useRef, useState } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { ApiError } from '#platform/api/api-error.ts'
import { useAction } from '#platform/api/use-action.ts'
import { downloadReport, type ReportRequest } from './download-report.ts'
import { t } from '../texts.ts'

interface ReportDownload {
  start: (request: ReportRequest) => void
  /** Ends the one that is under way. */
  cancel: () => void
  isPending: boolean
  /** What has come so far. */
  bytes: number
  /** Why there is no file. */
  failure: string | undefined
}

/** The download of a report, one at a time. It ends with what started it. */
export function useReportDownload(): ReportDownload {
  const api = useApi()
  const [bytes, setBytes] = useState(0)
  const controller = useRef<AbortController>(undefined)
  useEffect(() => () => controller.current?.abort(), [])

  const download = useAction({
    mutationFn: async (request: ReportRequest) => {
      const { signal } = (controller.current = new AbortController())
      setBytes(0)
      try {
        await downloadReport(api, request, { signal, onBytes: (more) => setBytes((sum) => sum + more) })
      } catch (error) {
        // The person who cancels knows it.
        if (!signal.aborted) throw error
      }
    },
  })

  return {
    start: download.mutate,
    cancel: () => controller.current?.abort(),
    isPending: download.isPending,
    bytes,
    failure: download.error === null ? undefined : reasonOf(download.error),
  }
}

/** The portal says why it refuses; a connection that ends on the way says nothing. */
function reasonOf(error: Error): string {
  return error instanceof ApiError ? error.message : t('events.failed.connection')
}
