import '#app/zod-without-eval.ts'
import '@fontsource-variable/inter'
import '@mantine/core/styles.layer.css'
import '#app/global.css'
import { DRAWN_PATH } from '@fieldwatch/contract/visitors/drawn-path'
import { mountPage } from '#platform/mount-page.tsx'

// Another link in the address is another page.
addEventListener('hashchange', () => location.reload())

// A visit never sends the cookie of someone who is signed in in this browser.
const fetchOmitting: typeof fetch = (input, init) => fetch(input, { ...init, credentials: 'omit' })

// What the page shows is loaded apart, so that the app shares no more with it than both begin with.
await mountPage(await openPage())

async function openPage() {
  if (location.pathname === DRAWN_PATH) {
    const { DrawnPage } = await import('./drawn-page.tsx')
    return <DrawnPage search={location.search} fetch={fetchOmitting} />
  }
  const { VisitPage } = await import('./visit-page.tsx')
  return <VisitPage secret={location.hash.slice(1)} fetch={fetchOmitting} />
}
