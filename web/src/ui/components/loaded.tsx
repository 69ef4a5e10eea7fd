import type { ReactNode } from 'react'
import { LoadFailure } from './load-failure.tsx'
import { LoadingSkeleton } from './loading-skeleton.tsx'

interface LoadedProps<Data> {
  query: { readonly data: Data | undefined; readonly error: Error | null; readonly refetch: () => unknown }
  /** What the failure is called. */
  failed: string
  /** The height of what is shown until the data is there. */
  height: string
  /** Left out where the data is shown elsewhere. */
  children?: (data: Data) => ReactNode
}

/** What a query has read; until then a skeleton, or why it failed. */
export function Loaded<Data>({ query: { data, error, refetch }, failed, height, children }: LoadedProps<Data>) {
  if (data !== undefined) return children?.(data)
  if (error === null) return <LoadingSkeleton height={height} />
  return <LoadFailure title={failed} message={error.message} onRetry={() => void refetch()} />
}
