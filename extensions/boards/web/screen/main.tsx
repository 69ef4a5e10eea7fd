import '@fieldwatch/web/app/zod-without-eval.ts'
import '@fontsource-variable/inter'
import '@mantine/core/styles.layer.css'
import '@fieldwatch/web/app/global.css'
import './board-root.css'
import { mountPage } from '@fieldwatch/web/platform/mount-page.tsx'

// What the page shows is loaded apart, so that the app shares no more with it than both begin with.
const { BoardPage } = await import('./board-page.tsx')
await mountPage(
  <BoardPage
    readPage={readPage}
    preview={location.hash === '' ? undefined : location.hash.slice(1)}
    // A screen never sends the cookie of someone who is signed in in this browser.
    fetch={(input, init) => fetch(input, { ...init, credentials: 'omit' })}
  />,
)

async function readPage(): Promise<string> {
  const response = await fetch(location.pathname, { cache: 'no-store', credentials: 'omit' })
  if (!response.ok) throw new Error('the page is away')
  return response.text()
}
