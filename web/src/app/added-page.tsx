import { useParams } from '@tanstack/react-router'
import { Suspense } from 'react'
import { addedPages } from '#platform/extensions/web-extension.ts'
import { useMe } from '#platform/session/me-queries.ts'
import { Splash } from '#ui/components/splash.tsx'
import { NotFoundView } from './error-view.tsx'

/** What is at an address where the core has no page: a page of an extension that is on, or nothing. */
export function AddedPage() {
  const { _splat: address = '' } = useParams({ from: '/signed-in/$' })
  const asked = `/${address}`.replace(/\/$/, '')
  const page = addedPages(useMe()).find(({ path }) => asked === path || asked.startsWith(`${path}/`))
  if (page === undefined) return <NotFoundView />
  return (
    <Suspense fallback={<Splash />}>
      <page.Page below={asked.slice(page.path.length + 1)} />
    </Suspense>
  )
}
