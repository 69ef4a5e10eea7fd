import { useEffect, useMemo } from 'react'

/** An address for a file that the browser holds; undefined without one. It is released with the file. */
export function useObjectUrl(file: Blob | undefined): string | undefined {
  const url = useMemo(() => (file === undefined ? undefined : URL.createObjectURL(file)), [file])
  useEffect(() => () => (url === undefined ? undefined : URL.revokeObjectURL(url)), [url])
  return url
}
