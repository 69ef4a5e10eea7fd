import { Skeleton } from '@mantine/core'
import { Suspense } from 'react'
import { lazyPart } from '#platform/parts/lazy-part.tsx'
import type { JsonEditorProps } from './json-editor.tsx'

const JsonEditor = lazyPart('json-editor', async () => (await import('./json-editor.tsx')).JsonEditor)

/** A field for JSON. Its editor is loaded with the first one. */
export function JsonField(props: JsonEditorProps) {
  return (
    <Suspense fallback={<Skeleton height="10rem" />}>
      <JsonEditor {...props} />
    </Suspense>
  )
}
