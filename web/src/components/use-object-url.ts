import { useEffect, useState } from 'react'

/** An address for a file that is not uploaded yet; undefined without one. It is released with the file. */
export function useObjectUrl(file: File | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (file === undefined) return undefined
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => {
      setUrl(undefined)
      URL.revokeObjectURL(made)
    }
  }, [file])
  return url
}
