import '@fieldwatch/web/app/zod-without-eval.ts'
import '@fontsource-variable/inter'
import '@mantine/core/styles.layer.css'
import '@fieldwatch/web/app/global.css'
import { mountPage } from '@fieldwatch/web/platform/mount-page.tsx'

// Another link in the address is another page.
addEventListener('hashchange', () => location.reload())

// What the page shows is loaded apart, so that the app shares no more with it than both begin with.
const { VisitPage } = await import('./visit-page.tsx')
await mountPage(
  <VisitPage
    secret={location.hash.slice(1)}
    // A visit never sends the cookie of someone who is signed in in this browser.
    fetch={(input, init) => fetch(input, { ...init, credentials: 'omit' })}
  />,
)
